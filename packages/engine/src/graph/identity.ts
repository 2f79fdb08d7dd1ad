/** The numbers 0, 1, 2, … in shared memory: one array for all whose entries are their own indexes. */

let numbers = new Uint32Array(new SharedArrayBuffer(0));

function atLeast(length: number): Uint32Array {
  if (numbers.length < length) {
    const longer = Math.max(length, Math.min(numbers.length * 2, 2 ** 28));
    numbers = new Uint32Array(new SharedArrayBuffer(longer * 4));
    for (let at = 0; at < longer; at += 1) numbers[at] = at;
  }
  return numbers;
}

/** The first numbers; not to be written to. */
export const identityUint32 = (length: number): Uint32Array => atLeast(length).subarray(0, length);

export const identityInt32 = (length: number): Int32Array =>
  new Int32Array(atLeast(length).buffer, 0, length);
