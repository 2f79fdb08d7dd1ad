/** Whether objects are nested more than `most` deep. Not recursive; visits each object once. */
export function isTaller(tree: object, most: number): boolean {
  let level: object[] = [tree];
  for (let height = 1; level.length > 0; height++) {
    if (height > most) return true;
    const next: object[] = [];
    for (const node of level) {
      // Arrays do not count as levels: walks pass through them.
      if (Array.isArray(node)) addParts(node, next);
      else for (const value of Object.values(node)) addParts(Array.isArray(value) ? value : [value], next);
    }
    level = next;
  }
  return false;
}

function addParts(values: readonly unknown[], into: object[]): void {
  for (const value of values) if (typeof value === 'object' && value !== null) into.push(value);
}
