/**
 * Ten colours that people with protan, deutan and tritan vision can tell apart (found by maximising the
 * smallest distance in OKLab under Machado's simulations; the test holds them to it). Graphs and charts
 * draw types from it, so a vertex type has one colour in designer, explorer, results and profile.
 */
export const CategoricalPalette = [
  '#3f51d1',
  '#c4850e',
  '#54c8f4',
  '#dc4572',
  '#9acf37',
  '#b374fa',
  '#6c5f10',
  '#ec9fab',
  '#5a8bae',
  '#942b92',
] as const;

/** FNV-1a: spreads names that differ in one letter. */
function slotOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) % CategoricalPalette.length;
}

/**
 * Colours of all types of a schema: those that are `kept` with the graph stay; each other type takes its own
 * slot, or the next free one when another type has taken it, so that up to ten types never share a colour.
 */
export function colorsOfTypes(
  names: Iterable<string>,
  kept: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const sorted = [...new Set(names)].sort();
  const colors = new Map<string, string>();
  let used = new Set<string>();
  const take = (name: string, color: string): void => {
    colors.set(name, color);
    used.add(color);
  };
  for (const name of sorted) {
    const color = kept.get(name);
    if (color !== undefined) take(name, color);
  }
  for (const name of sorted) {
    if (colors.has(name)) continue;
    if (CategoricalPalette.every((color) => used.has(color))) used = new Set();
    let slot = slotOf(name);
    while (used.has(slotColor(slot))) slot += 1;
    take(name, slotColor(slot));
  }
  return colors;
}

const slotColor = (slot: number): string =>
  CategoricalPalette[slot % CategoricalPalette.length] ?? CategoricalPalette[0];

/** The colour for one more type: the first of the palette that is `taken` least often. */
export function freeColor(taken: readonly string[]): string {
  const uses = (color: string): number => taken.filter((each) => each === color).length;
  return CategoricalPalette.reduce<string>(
    (best, color) => (uses(color) < uses(best) ? color : best),
    CategoricalPalette[0],
  );
}

/** Colour of one name by itself, e.g. of a person. */
export const colorOfName = (name: string): string => slotColor(slotOf(name));
