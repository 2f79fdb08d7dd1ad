/**
 * Rule: where nothing reads the vertices at the end of a pattern, their edges are counted instead of followed row by
 * row. Counts of walks become sums of degrees; EXISTS-like patterns stop at the first match.
 */
import type { Ast } from '@acacia/language';
import { namesIn } from './aliases.ts';
import type { CountedBranch } from './operators.ts';
import type { Pattern, PatternEdge } from './pattern.ts';

/** The part of a pattern that is matched row by row, and the branches that are counted. */
export interface CountedPattern {
  /** Edges and nodes that are matched row by row. */
  readonly edges: ReadonlySet<number>;
  readonly nodes: ReadonlySet<number>;
  /** Conditions that are not part of a branch. */
  readonly conditions: readonly Ast.Expr[];
  /** Branches by the node at which they start. */
  readonly branches: ReadonlyMap<number, readonly CountedBranch[]>;
}

/** @param needed nodes that are matched row by row; branches from them without a needed node are counted */
export function countBranches(
  pattern: Pattern,
  conditions: readonly Ast.Expr[],
  needed: ReadonlySet<number>,
  isSteady: (expr: Ast.Expr) => boolean,
): CountedPattern {
  const edges = new Set(pattern.edges.map(({ index }) => index));
  const nodes = new Set(pattern.nodes.map(({ index }) => index));
  const branches = new Map<number, CountedBranch[]>();
  const left = new Set(conditions);
  for (;;) {
    const leaf = findLeaf(pattern, edges, nodes, needed);
    if (leaf === undefined) break;
    const { node, edge } = leaf;
    const stays = edge.from === node ? edge.to : edge.from;
    const own = conditionsOf(pattern, node, edge, left);
    const near = new Set(
      [pattern.nodes[node]?.name, edge.name, pattern.nodes[stays]?.name].flatMap((name) => name ?? []),
    );
    const aliases = aliasesOf(pattern);
    const local = own.every(
      (condition) =>
        isSteady(condition) && [...namesIn(condition)].every((name) => near.has(name) || !aliases.has(name)),
    );
    if (!local) {
      // The node is matched row by row; branches that start at it may still be counted.
      needed = new Set([...needed, node]);
      continue;
    }
    for (const condition of own) left.delete(condition);
    edges.delete(edge.index);
    nodes.delete(node);
    const branch: CountedBranch = {
      edge: edge.index,
      backward: edge.to !== node,
      filters: own,
      branches: branches.get(node) ?? [],
    };
    branches.delete(node);
    branches.set(stays, [...(branches.get(stays) ?? []), branch]);
  }
  return { edges, nodes, conditions: [...left], branches };
}

/** A node that is not needed, with the one edge that it has left; repeated edges and loops are not counted. */
function findLeaf(
  pattern: Pattern,
  edges: ReadonlySet<number>,
  nodes: ReadonlySet<number>,
  needed: ReadonlySet<number>,
): { readonly node: number; readonly edge: PatternEdge } | undefined {
  for (const node of nodes) {
    if (needed.has(node)) continue;
    const own = pattern.edges.filter(
      (edge) => edges.has(edge.index) && (edge.from === node || edge.to === node),
    );
    const [edge] = own;
    if (own.length !== 1 || edge === undefined) continue;
    if (edge.repeat === undefined && edge.from !== edge.to) return { node, edge };
  }
  return undefined;
}

/** The conditions about a node or an edge. */
function conditionsOf(
  pattern: Pattern,
  node: number,
  edge: PatternEdge,
  conditions: ReadonlySet<Ast.Expr>,
): readonly Ast.Expr[] {
  const names = [pattern.nodes[node]?.name, edge.name].flatMap((name) => name ?? []);
  return [...conditions].filter((condition) => {
    const mentioned = namesIn(condition);
    return names.some((name) => mentioned.has(name));
  });
}

export const aliasesOf = (pattern: Pattern): ReadonlySet<string> =>
  new Set([...pattern.nodes, ...pattern.edges].flatMap(({ name }) => (name === undefined ? [] : [name])));
