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
 * Colours of all types of a schema: each takes its own slot, or the next free one when another type has
 * taken it, so that up to ten types never share a colour.
 */
export function colorsOfTypes(names: Iterable<string>): ReadonlyMap<string, string> {
  const colors = new Map<string, string>();
  const used = new Set<number>();
  for (const name of [...new Set(names)].sort()) {
    if (used.size === CategoricalPalette.length) used.clear();
    let slot = slotOf(name);
    while (used.has(slot)) slot = (slot + 1) % CategoricalPalette.length;
    used.add(slot);
    colors.set(name, CategoricalPalette[slot] ?? CategoricalPalette[0]);
  }
  return colors;
}

/** Colour of one type. @param among all types of the schema, so that no two share a colour */
export function colorOfType(name: string, among: Iterable<string> = []): string {
  return colorsOfTypes([...among, name]).get(name) ?? CategoricalPalette[0];
}
