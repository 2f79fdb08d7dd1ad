/** Names that an expression or statement mentions. */

/** Calls `visit` with every tagged node of a tree. */
export function walk(tree: unknown, visit: (node: { readonly kind: string }) => void): void {
  if (typeof tree !== 'object' || tree === null) return;
  if (Array.isArray(tree)) {
    for (const item of tree) walk(item, visit);
    return;
  }
  if ('kind' in tree && typeof tree.kind === 'string') visit(tree as { readonly kind: string });
  for (const value of Object.values(tree)) walk(value, visit);
}

/** Names in expressions, without those of accumulators and attributes. */
export function namesIn(tree: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  walk(tree, (node) => {
    if (node.kind === 'name' && 'name' in node && typeof node.name === 'string') names.add(node.name);
    if (node.kind === 'deleteElement' && 'alias' in node) {
      names.add((node.alias as { readonly text: string }).text);
    }
  });
  return names;
}

/** As `namesIn`, with the names of types, sets, aliases and targets. */
export function textsIn(tree: unknown): ReadonlySet<string> {
  const texts = new Set(namesIn(tree));
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('text' in part && typeof part.text === 'string') texts.add(part.text);
    Object.values(part).forEach(visit);
  };
  visit(tree);
  return texts;
}
