/** Steps of FROM that have no alias of their own, and go by the name of their set or type. */
import type { Expr, Name, PathPattern, VertexPattern } from '../ast.ts';

/** The vertices of the paths, in order. */
const verticesOf = (paths: readonly PathPattern[]): readonly VertexPattern[] =>
  paths.flatMap(({ start, hops }) => [start, ...hops.map((hop) => hop.vertex)]);

export const isVertexAlias = (paths: readonly PathPattern[], name: string): boolean =>
  verticesOf(paths).some(({ alias }) => alias?.text === name);

/** What SELECT names by its set or type, for want of an alias, has that name as its alias: `SELECT S FROM S`. */
export const namedBySource = (paths: PathPattern[], name: string): PathPattern[] => {
  const [own, ...more] = verticesOf(paths).filter((vertex) => sourceOf(vertex)?.text === name);
  const source = own && sourceOf(own);
  if (source === undefined || more.length > 0 || isVertexAlias(paths, name)) return paths;
  const named = (vertex: VertexPattern): VertexPattern =>
    vertex === own ? { ...vertex, alias: source } : vertex;
  return paths.map((path) => ({
    ...path,
    start: named(path.start),
    hops: path.hops.map((hop) => ({ ...hop, vertex: named(hop.vertex) })),
  }));
};

/** Likewise what the clauses use as they use a vertex: `FROM S -(E)- T:t ACCUM S.@n += 1, t.@m += (S -> 1)`. */
export const namedByUse = (paths: PathPattern[], clauses: unknown): PathPattern[] => {
  const starts = paths.map(({ start }) => start);
  const used = verticesOf(paths).flatMap((vertex) => {
    const name = sourceOf(vertex)?.text;
    return name !== undefined && isUsedAsVertex(clauses, name, starts.includes(vertex)) ? [name] : [];
  });
  return used.reduce(namedBySource, paths);
};

const sourceOf = ({ alias, sources }: VertexPattern): Name | undefined =>
  alias === undefined && sources.length === 1 ? sources[0] : undefined;

/** Methods and functions of whole sets. */
const OF_SETS = /^(?:size|contains|count|isempty)$/i;
const SET_OPERATORS = new Set(['UNION', 'INTERSECT', 'MINUS']);

/**
 * Whether a tree reads an attribute or accumulator of a name, or, where `bare` names count, passes the name
 * itself on as a value. `x IN S`, `S.size()` and loops over S are about the set.
 */
const isUsedAsVertex = (tree: unknown, name: string, bare: boolean): boolean => {
  if (typeof tree !== 'object' || tree === null) return false;
  const inside = (...parts: readonly unknown[]): boolean =>
    parts.some((part) => isUsedAsVertex(part, name, bare));
  const isIt = (expr: Expr | undefined): boolean => expr?.kind === 'name' && expr.name === name;
  const expr = tree as Expr;
  switch (expr.kind) {
    case 'name':
      return bare && expr.name === name;
    case 'member':
    case 'vertexAccum':
      return isIt(expr.target) || inside(expr.target);
    case 'method':
      return isIt(expr.target)
        ? !OF_SETS.test(expr.name) || inside(expr.args)
        : inside(expr.target, expr.args);
    case 'call':
      return inside(OF_SETS.test(expr.name) ? expr.args.filter((arg) => !isIt(arg)) : expr.args);
    case 'binary': {
      const sides = [expr.left, expr.right];
      return inside(SET_OPERATORS.has(expr.op) ? sides.filter((side) => !isIt(side)) : sides);
    }
    default:
      return Object.entries(tree).some(
        ([key, part]) => !(key === 'collection' && isIt(part as Expr)) && inside(part),
      );
  }
};
