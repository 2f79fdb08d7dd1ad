/**
 * Rule: where rows have reached a vertex over several edges and nothing later reads anything else of them, the rows
 * with the same vertex are merged. Neighbours of neighbours are followed once instead of once per walk.
 */
import { namesIn } from './aliases.ts';
import type { CountedBranch, Operator } from './operators.ts';
import type { Pattern } from './pattern.ts';
import type { RowUse } from './row-use.ts';

export function gatherRows(
  pattern: Pattern,
  operators: readonly Operator[],
  use: RowUse,
): readonly Operator[] {
  const planned: Operator[] = [];
  /** Nodes bound since the last gathering, with the aliases of their edges. */
  let names = new Set<string>();
  let nodes = new Set<number>();
  /** Whether the next node may be reached by several rows. */
  let several = false;
  operators.forEach((operator, at) => {
    planned.push(operator);
    if (operator.kind === 'close') {
      const closed = pattern.edges[operator.edge]?.name;
      if (closed !== undefined) names.add(closed);
    }
    if (operator.kind !== 'scan' && operator.kind !== 'expand') return;
    const reached = bind(pattern, operator);
    if (reached === undefined) return;
    const meets = several && operator.kind === 'expand';
    several ||= operator.kind === 'expand' || operator.key === undefined;
    const later = operators.slice(at + 1);
    const { name } = reached;
    const passed = [...names].filter((known) => known !== name);
    const free =
      !passed.some((known) => use.names.has(known)) &&
      !later.some((next) => touches(pattern, next, new Set(passed), nodes));
    nodes.add(reached.node);
    for (const alias of [name, reached.edge]) if (alias !== undefined) names.add(alias);
    const edgeIsRead = reached.edge !== undefined && isRead(pattern, reached.edge, later, use);
    if (!free || edgeIsRead || !meets || !goesOn(later, use)) return;
    planned.push({ kind: 'gather', node: reached.node });
    names = new Set(name === undefined ? [] : [name]);
    nodes = new Set([reached.node]);
  });
  return planned;
}

/** The node and edge that an operator binds. */
function bind(
  pattern: Pattern,
  operator: Extract<Operator, { kind: 'scan' | 'expand' }>,
): { readonly node: number; readonly name?: string; readonly edge?: string } | undefined {
  const edge = operator.kind === 'expand' ? pattern.edges[operator.edge] : undefined;
  const node = operator.kind === 'scan' ? operator.node : operator.backward ? edge?.from : edge?.to;
  if (node === undefined) return undefined;
  const name = pattern.nodes[node]?.name;
  return {
    node,
    ...(name === undefined ? {} : { name }),
    ...(edge?.name === undefined ? {} : { edge: edge.name }),
  };
}

/** Whether merging rows pays: further edges are followed from them, or the work on a row costs more than merging. */
const goesOn = (later: readonly Operator[], use: RowUse): boolean =>
  use.costly || later.some(({ kind }) => kind !== 'count');

const isRead = (pattern: Pattern, name: string, later: readonly Operator[], use: RowUse): boolean =>
  use.names.has(name) || later.some((next) => touches(pattern, next, new Set([name]), new Set()));

/** Whether an operator needs one of some names or nodes. */
function touches(
  pattern: Pattern,
  operator: Operator,
  names: ReadonlySet<string>,
  nodes: ReadonlySet<number>,
): boolean {
  const mentions = (trees: unknown): boolean => [...namesIn(trees)].some((name) => names.has(name));
  switch (operator.kind) {
    case 'scan':
      return mentions([operator.filters, operator.key, pattern.nodes[operator.node]?.properties]);
    case 'gather':
      return nodes.has(operator.node);
    case 'count':
      return nodes.has(operator.node) || branchMentions(operator.branch, mentions);
    case 'expand':
    case 'close':
    case 'intersect': {
      const edge = pattern.edges[operator.edge];
      if (edge === undefined) return false;
      const ends = [edge.from, edge.to];
      const properties = [edge.properties, ...ends.map((end) => pattern.nodes[end]?.properties)];
      return ends.some((end) => nodes.has(end)) || mentions([operator.filters, properties]);
    }
  }
}

const branchMentions = (branch: CountedBranch, mentions: (trees: unknown) => boolean): boolean =>
  mentions(branch.filters) || branch.branches.some((inner) => branchMentions(inner, mentions));
