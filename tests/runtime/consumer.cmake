# Installs the runtime into an empty prefix, builds tests/consumer and the examples against it, and runs what came out.
#
#   cmake -D BUILD=<build dir> -D WORK=<empty dir> -D CXX=<compiler> -D FLAGS=<compile flags> -D GENERATOR=<name>
#         -P consumer.cmake
cmake_minimum_required(VERSION 3.25)

set(tests ${CMAKE_CURRENT_LIST_DIR}/..)

# run(EXIT_CODE command...): the output is left in `output`; any other exit code ends the test.
function(run expected)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT code STREQUAL expected)
    message(FATAL_ERROR "exit code ${code}, not ${expected}: ${ARGN}\n${text}")
  endif()
  set(output "${text}" PARENT_SCOPE)
endfunction()

function(expect pattern)
  if(NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "`${pattern}` is not in:\n${output}")
  endif()
endfunction()

function(build source into)
  run(0 ${CMAKE_COMMAND} -S ${source} -B ${into} -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${FLAGS})
  run(0 ${CMAKE_COMMAND} --build ${into})
endfunction()

file(REMOVE_RECURSE ${WORK})
run(0 ${CMAKE_COMMAND} --install ${BUILD} --component runtime --prefix ${WORK}/prefix)

build(${tests}/consumer ${WORK}/consumer)
run(2 ${WORK}/consumer/consumer)
run(1 ${WORK}/consumer/consumer ${CMAKE_CURRENT_LIST_FILE})
expect("neither a cubin nor PTX")
run(0 ${WORK}/consumer/consumer ${CMAKE_CURRENT_LIST_DIR}/add.ptx)
expect("add for sm_80, 4 warps\n  x: \\*fp32\n  y: \\*fp32\n  out: \\*fp32\n  n: i32\n")
expect("(not loaded, there is no GPU: |loaded on )")

build(${tests}/../examples ${WORK}/examples)
# Without a GPU each program says so; with one it misses the files.
foreach(example vector_add softmax dropout layer_norm great_circle)
  run(2 ${WORK}/examples/${example})
  string(REGEX MATCHALL "[a-z_]+\\.cubin" kernels "${output}")
  execute_process(COMMAND ${WORK}/examples/${example} ${kernels} RESULT_VARIABLE code OUTPUT_VARIABLE output
    ERROR_VARIABLE error)
  if(NOT code EQUAL 77 OR NOT output MATCHES "skipped, there is no GPU to run on")
    if(NOT code EQUAL 1 OR NOT error MATCHES "not found: .*\\.cubin")
      message(FATAL_ERROR "exit code ${code} of ${example}:\n${output}${error}")
    endif()
  endif()
endforeach()
