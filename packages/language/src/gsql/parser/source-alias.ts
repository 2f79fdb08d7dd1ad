/** Steps of FROM that are referred to by the name of their set or type, whether or not they have an alias. */
import type { Expr, Name, PathPattern, VertexPattern } from '../ast.ts';

/** The vertices of the paths, in order. */
const verticesOf = (paths: readonly PathPattern[]): readonly VertexPattern[] =>
  paths.flatMap(({ start, hops }) => [start, ...hops.map((hop) => hop.vertex)]);

export const isVertexAlias = (paths: readonly PathPattern[], name: string): boolean =>
  verticesOf(paths).some(({ alias }) => alias?.text === name);

/** Gives steps without an alias the name of their set or type as alias, where SELECT names it: `SELECT S FROM S`. */
export const namedBySource = (paths: PathPattern[], name: string): PathPattern[] =>
  named(paths, new Set([name]));

/** Likewise where clauses use the name as a vertex: `FROM S -(E)- T:t ACCUM S.@n += 1, t.@m += (S -> 1)`. */
export function namedByUse(paths: PathPattern[], clauses: unknown): PathPattern[] {
  const uses: Uses = { asVertex: new Set(), bare: new Set() };
  collectUses(clauses, uses);
  const starts = new Set(paths.flatMap(({ start }) => sourceOf(start)?.text ?? []));
  const used = [...uses.asVertex, ...[...uses.bare].filter((name) => starts.has(name))];
  return named(paths, new Set(used));
}

/** Each of the names becomes the alias of the only step that has it as its source, unless it is an alias already. */
function named(paths: PathPattern[], names: ReadonlySet<string>): PathPattern[] {
  const steps = new Map<string, number>();
  const taken = new Set<string>();
  for (const vertex of verticesOf(paths)) {
    const source = sourceOf(vertex)?.text;
    if (source !== undefined) steps.set(source, (steps.get(source) ?? 0) + 1);
    if (vertex.alias !== undefined) taken.add(vertex.alias.text);
  }
  const withName = (vertex: VertexPattern): VertexPattern => {
    const source = sourceOf(vertex);
    if (source === undefined || !names.has(source.text)) return vertex;
    return steps.get(source.text) !== 1 || taken.has(source.text) ? vertex : { ...vertex, alias: source };
  };
  return paths.map((path) => ({
    ...path,
    start: withName(path.start),
    hops: path.hops.map((hop) => ({ ...hop, vertex: withName(hop.vertex) })),
  }));
}

/**
 * The clauses with the alias in the place of the name of its set, where they use the set's name as a vertex:
 * `FROM S:s WHERE S.age > 1`. A name that two steps have, or that is an alias itself, stays.
 */
export function byAlias<T>(paths: readonly PathPattern[], clauses: T): T {
  const vertices = verticesOf(paths);
  const aliases = new Map<string, string>();
  for (const { alias, sources } of vertices) {
    const [source] = sources;
    if (
      alias === undefined ||
      source === undefined ||
      sources.length > 1 ||
      isVertexAlias(paths, source.text)
    )
      continue;
    const steps = vertices.filter((step) => step.sources.some(({ text }) => text === source.text));
    if (steps.length === 1) aliases.set(source.text, alias.text);
  }
  return aliases.size === 0 ? clauses : (withAliases(clauses, aliases) as T);
}

function withAliases(tree: unknown, aliases: ReadonlyMap<string, string>): unknown {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) return tree.map((part) => withAliases(part, aliases));
  const expr = tree as Expr;
  // The names in `v.neighbors("E").filter(City.age > 1)` are those of the other ends.
  if (expr.kind === 'method' && /^filter$/i.test(expr.name)) {
    return { ...expr, target: withAliases(expr.target, aliases) };
  }
  const renamed = Object.fromEntries(
    Object.entries(tree).map(([key, part]) => [key, withAliases(part, aliases)]),
  );
  const target = vertexTarget(expr);
  const alias = target === undefined ? undefined : aliases.get(target.name);
  return alias === undefined ? renamed : { ...renamed, target: { ...target, name: alias } };
}

/** The name of which an expression takes an attribute, an accumulator or a method of vertices. */
function vertexTarget(expr: Expr): Extract<Expr, { kind: 'name' }> | undefined {
  if (expr.kind === 'method' && OF_SETS.test(expr.name)) return undefined;
  if (expr.kind !== 'member' && expr.kind !== 'vertexAccum' && expr.kind !== 'method') return undefined;
  return expr.target.kind === 'name' ? expr.target : undefined;
}

const sourceOf = ({ alias, sources }: VertexPattern): Name | undefined =>
  alias === undefined && sources.length === 1 ? sources[0] : undefined;

/** Methods and functions of whole sets. */
const OF_SETS = /^(?:size|contains|count|isempty)$/i;
const SET_OPERATORS = new Set(['UNION', 'INTERSECT', 'MINUS']);

interface Uses {
  /** Names of which an attribute, an accumulator or a method of vertices is used. */
  readonly asVertex: Set<string>;
  /** Names that are passed on as values. `x IN S`, `S.size()` and loops over S are about the set. */
  readonly bare: Set<string>;
}

function collectUses(tree: unknown, uses: Uses): void {
  if (typeof tree !== 'object' || tree === null) return;
  const inside = (parts: readonly unknown[]): void => {
    for (const part of parts) collectUses(part, uses);
  };
  const isName = (expr: Expr | undefined): boolean => expr?.kind === 'name';
  const expr = tree as Expr;
  switch (expr.kind) {
    case 'name':
      uses.bare.add(expr.name);
      return;
    case 'member':
    case 'vertexAccum':
    case 'method': {
      const target = vertexTarget(expr);
      if (target !== undefined) uses.asVertex.add(target.name);
      else if (expr.target.kind !== 'name') inside([expr.target]);
      if (expr.kind === 'method') inside(expr.args);
      return;
    }
    case 'call':
      inside(OF_SETS.test(expr.name) ? expr.args.filter((arg) => !isName(arg)) : expr.args);
      return;
    case 'binary': {
      const sides = [expr.left, expr.right];
      inside(SET_OPERATORS.has(expr.op) ? sides.filter((side) => !isName(side)) : sides);
      return;
    }
    default:
      for (const [key, part] of Object.entries(tree))
        if (!(key === 'collection' && isName(part as Expr))) inside([part]);
  }
}
