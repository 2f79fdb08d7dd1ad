/**
 * Rule: a vertex that must be adjacent to two bound vertices is found by intersecting their lists of neighbours,
 * instead of by looking for an edge to the second from each neighbour of the first. Where only the number of such
 * vertices matters, common neighbours are counted.
 */
import { namesIn } from './aliases.ts';
import type { Operator } from './operators.ts';
import type { Pattern } from './pattern.ts';
import type { RowUse } from './row-use.ts';

type Expand = Extract<Operator, { kind: 'expand' }>;
type Close = Extract<Operator, { kind: 'close' }>;
type Intersect = Extract<Operator, { kind: 'intersect' }>;

/** @param use absent: every row has to be seen */
export function intersectCycles(
  pattern: Pattern,
  operators: readonly Operator[],
  use: RowUse | undefined,
): readonly Operator[] {
  const planned: Operator[] = [];
  const taken = new Set<Operator>();
  operators.forEach((operator, at) => {
    if (taken.has(operator)) return;
    const close =
      operator.kind === 'expand' ? closing(pattern, operator, operators.slice(at + 1)) : undefined;
    if (operator.kind !== 'expand' || close === undefined) {
      planned.push(operator);
      return;
    }
    taken.add(close);
    const later = operators.slice(at + 1).filter((other) => other !== close);
    const whole: Intersect = {
      kind: 'intersect',
      edge: operator.edge,
      backward: operator.backward,
      closing: close.edge,
      filters: [...operator.filters, ...close.filters],
      counted: false,
    };
    planned.push({ ...whole, counted: use !== undefined && isCounted(pattern, whole, later, use) });
  });
  return planned;
}

const reachedBy = (pattern: Pattern, { edge, backward }: Expand | Intersect): number | undefined =>
  backward ? pattern.edges[edge]?.from : pattern.edges[edge]?.to;

/** The first edge behind an expansion, before anything else is bound, that leads to the same node from another. */
function closing(pattern: Pattern, expand: Expand, later: readonly Operator[]): Close | undefined {
  const edge = pattern.edges[expand.edge];
  if (edge === undefined || edge.repeat !== undefined) return undefined;
  const reached = reachedBy(pattern, expand);
  const left = expand.backward ? edge.to : edge.from;
  for (const operator of later) {
    if (operator.kind === 'count') continue;
    if (operator.kind !== 'close') return undefined;
    const other = pattern.edges[operator.edge];
    if (other === undefined || other.repeat !== undefined) return undefined;
    const ends = [other.from, other.to];
    // Between the same two nodes there is nothing to gain.
    if (ends.some((end) => end === reached) && ends.every((end) => end !== left) && ends[0] !== ends[1]) {
      return operator;
    }
  }
  return undefined;
}

/** Whether only the number of common neighbours is needed. */
function isCounted(
  pattern: Pattern,
  { edge, closing: other, backward, filters }: Intersect,
  later: readonly Operator[],
  use: RowUse,
): boolean {
  const first = pattern.edges[edge];
  const second = pattern.edges[other];
  const node = pattern.nodes[(backward ? first?.from : first?.to) ?? -1];
  if (first === undefined || second === undefined || node === undefined || filters.length > 0) return false;
  const properties = [...first.properties, ...second.properties, ...node.properties];
  const names = [first.name, second.name, node.name].flatMap((name) => name ?? []);
  const isRead = (trees: unknown): boolean => [...namesIn(trees)].some((name) => names.includes(name));
  const leaves = (operator: Operator): boolean => {
    if (operator.kind === 'scan') return false;
    if (operator.kind === 'count' || operator.kind === 'gather') return operator.node === node.index;
    const ends = pattern.edges[operator.edge];
    return ends?.from === node.index || ends?.to === node.index;
  };
  return (
    properties.length === 0 &&
    !names.some((name) => use.names.has(name)) &&
    !later.some((operator) => leaves(operator) || isRead(operator))
  );
}
