/** Compares versions such as `4.2.1`. */

const numbers = (version: string): number[] => version.split('.').map(Number);

/** Negative when `a` is the older version, positive when it is the newer one, 0 when they are equal. */
export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [numbers(a), numbers(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
