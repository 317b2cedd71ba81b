; Stands for libdevice, with arrays that it does not have.

; An element that is the index into another array.
define double @__nv_sin(double %x) {
  %array = alloca [4 x i64]
  %other = alloca [4 x i64]
  %bits = bitcast double %x to i64
  %i = and i64 %bits, 3
  store i64 0, ptr %array
  %first = getelementptr [4 x i64], ptr %array, i64 0, i64 %i
  store i64 2, ptr %first
  %j = load i64, ptr %array
  %k = load i64, ptr %first
  store i64 0, ptr %other
  %second = getelementptr [4 x i64], ptr %other, i64 0, i64 %j
  store i64 %bits, ptr %second
  %third = getelementptr [4 x i64], ptr %other, i64 0, i64 %k
  store i64 %bits, ptr %third
  %sum = load i64, ptr %other
  %result = sitofp i64 %sum to double
  ret double %result
}

; Elements that are no numbers, at a constant place.
define double @__nv_cos(double %x) {
  %array = alloca [4 x ptr]
  %bits = bitcast double %x to i64
  %i = and i64 %bits, 3
  %some = getelementptr [4 x ptr], ptr %array, i64 0, i64 %i
  store ptr null, ptr %some
  %second = getelementptr [4 x ptr], ptr %array, i64 0, i64 1
  %pointer = load ptr, ptr %second
  %address = ptrtoint ptr %pointer to i64
  %result = bitcast i64 %address to double
  ret double %result
}
