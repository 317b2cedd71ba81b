#include "ir/libdevice_host.h"

#include "ir/libdevice_host_internal.h"

namespace tritonc::ir {

HostFunction libdeviceHostFunction(std::string_view symbol) {
  static const HostTable kTable = [] {
    HostTable table;
    addLibdeviceIntegers(table);
    addLibdeviceRounded(table);
    addLibdeviceMath(table);
    return table;
  }();
  auto found = kTable.find(symbol);
  return found == kTable.end() ? nullptr : found->second;
}

}  // namespace tritonc::ir
