;; Inner products and squared differences by SIMD instructions, four numbers at a time, over vectors in one memory.
;; Each function takes the offsets of two vectors in bytes and their dimension. `npm run generate` assembles this text
;; into kernel-module.ts.
(module
  ;; Shared, and so with a greatest size: 65,536 pages of 64 KB, which are 4 GB.
  (import "m" "m" (memory 0 65536 shared))

  (func (export "product") (param $a i32) (param $b i32) (param $count i32) (result f32)
    (local $difference v128)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (local $result f32)
    ;; Sixteen numbers at a time into four sums, which do not wait for each other.
    (block $done
      (loop $next
        (br_if $done (i32.lt_u (local.get $count) (i32.const 16)))
        (local.set $sum0 (f32x4.add (local.get $sum0) (f32x4.mul
          (v128.load align=4 (local.get $a))
          (v128.load align=4 (local.get $b)))))
        (local.set $sum1 (f32x4.add (local.get $sum1) (f32x4.mul
          (v128.load offset=16 align=4 (local.get $a))
          (v128.load offset=16 align=4 (local.get $b)))))
        (local.set $sum2 (f32x4.add (local.get $sum2) (f32x4.mul
          (v128.load offset=32 align=4 (local.get $a))
          (v128.load offset=32 align=4 (local.get $b)))))
        (local.set $sum3 (f32x4.add (local.get $sum3) (f32x4.mul
          (v128.load offset=48 align=4 (local.get $a))
          (v128.load offset=48 align=4 (local.get $b)))))
        (local.set $a (i32.add (local.get $a) (i32.const 64)))
        (local.set $b (i32.add (local.get $b) (i32.const 64)))
        (local.set $count (i32.sub (local.get $count) (i32.const 16)))
        (br $next)))
    (block $done
      (loop $next
        (br_if $done (i32.lt_u (local.get $count) (i32.const 4)))
        (local.set $sum0 (f32x4.add (local.get $sum0) (f32x4.mul
          (v128.load align=4 (local.get $a))
          (v128.load align=4 (local.get $b)))))
        (local.set $a (i32.add (local.get $a) (i32.const 16)))
        (local.set $b (i32.add (local.get $b) (i32.const 16)))
        (local.set $count (i32.sub (local.get $count) (i32.const 4)))
        (br $next)))
    (local.set $sum0 (f32x4.add
      (f32x4.add (local.get $sum0) (local.get $sum1))
      (f32x4.add (local.get $sum2) (local.get $sum3))))
    (local.set $result (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $sum0)) (f32x4.extract_lane 1 (local.get $sum0)))
      (f32.add (f32x4.extract_lane 2 (local.get $sum0)) (f32x4.extract_lane 3 (local.get $sum0)))))
    ;; The last numbers one by one.
    (block $done
      (loop $next
        (br_if $done (i32.lt_u (local.get $count) (i32.const 1)))
        (local.set $result (f32.add (local.get $result) (f32.mul
          (f32.load (local.get $a))
          (f32.load (local.get $b)))))
        (local.set $a (i32.add (local.get $a) (i32.const 4)))
        (local.set $b (i32.add (local.get $b) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))
    (local.get $result))

  ;; As `product`, with the square of each difference in place of each product.
  (func (export "squared") (param $a i32) (param $b i32) (param $count i32) (result f32)
    (local $difference v128)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (local $result f32)
    (block $done
      (loop $next
        (br_if $done (i32.lt_u (local.get $count) (i32.const 16)))
        (local.set $sum0 (f32x4.add (local.get $sum0) (f32x4.mul
          (local.tee $difference (f32x4.sub
            (v128.load align=4 (local.get $a))
            (v128.load align=4 (local.get $b))))
          (local.get $difference))))
        (local.set $sum1 (f32x4.add (local.get $sum1) (f32x4.mul
          (local.tee $difference (f32x4.sub
            (v128.load offset=16 align=4 (local.get $a))
            (v128.load offset=16 align=4 (local.get $b))))
          (local.get $difference))))
        (local.set $sum2 (f32x4.add (local.get $sum2) (f32x4.mul
          (local.tee $difference (f32x4.sub
            (v128.load offset=32 align=4 (local.get $a))
            (v128.load offset=32 align=4 (local.get $b))))
          (local.get $difference))))
        (local.set $sum3 (f32x4.add (local.get $sum3) (f32x4.mul
          (local.tee $difference (f32x4.sub
            (v128.load offset=48 align=4 (local.get $a))
            (v128.load offset=48 align=4 (local.get $b))))
          (local.get $difference))))
        (local.set $a (i32.add (local.get $a) (i32.const 64)))
        (local.set $b (i32.add (local.get $b) (i32.const 64)))
        (local.set $count (i32.sub (local.get $count) (i32.const 16)))
        (br $next)))
    (block $done
      (loop $next
        (br_if $done (i32.lt_u (local.get $count) (i32.const 4)))
        (local.set $sum0 (f32x4.add (local.get $sum0) (f32x4.mul
          (local.tee $difference (f32x4.sub
            (v128.load align=4 (local.get $a))
            (v128.load align=4 (local.get $b))))
          (local.get $difference))))
        (local.set $a (i32.add (local.get $a) (i32.const 16)))
        (local.set $b (i32.add (local.get $b) (i32.const 16)))
        (local.set $count (i32.sub (local.get $count) (i32.const 4)))
        (br $next)))
    (local.set $sum0 (f32x4.add
      (f32x4.add (local.get $sum0) (local.get $sum1))
      (f32x4.add (local.get $sum2) (local.get $sum3))))
    (local.set $result (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $sum0)) (f32x4.extract_lane 1 (local.get $sum0)))
      (f32.add (f32x4.extract_lane 2 (local.get $sum0)) (f32x4.extract_lane 3 (local.get $sum0)))))
    (block $done
      (loop $next
        (br_if $done (i32.lt_u (local.get $count) (i32.const 1)))
        (local.set $result (f32.add (local.get $result) (f32.mul
          (f32.sub (f32.load (local.get $a)) (f32.load (local.get $b)))
          (f32.sub (f32.load (local.get $a)) (f32.load (local.get $b))))))
        (local.set $a (i32.add (local.get $a) (i32.const 4)))
        (local.set $b (i32.add (local.get $b) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))
    (local.get $result)))
