/** Checks FROM patterns: bindings of their names, types of their aliases, and whether they can match at all. */
import { finding } from '../diagnostics/catalogue.ts';
import type { EdgeType } from '../../schema.ts';
import type { Type } from '../analysis.ts';
import type { EdgePattern, EdgeStep, Name, PathPattern, VertexPattern } from '../ast.ts';
import type { Context } from './context.ts';
import { checkAssignable, checkCondition, checkValue, holdsTypeNames } from './expressions.ts';
import { attributeType } from './members.ts';
import { STRING, describe, elementOf, isVertexCollection, unite, valueOf } from './types.ts';

/** Vertex types; undefined: known only at run time, or any. */
type Types = readonly string[] | undefined;

/** Declares the aliases of the paths in the current block, then checks the conditions inside the patterns. */
export function checkPaths(ctx: Context, paths: readonly PathPattern[]): void {
  for (const path of paths) checkPath(ctx, path);
  for (const path of paths) {
    for (const vertex of [path.start, ...path.hops.map((hop) => hop.vertex)])
      checkInner(ctx, vertex, 'vertex', vertexTypesOf(ctx, vertex));
    for (const { edge } of path.hops)
      checkInner(
        ctx,
        edge,
        'edge',
        edgeTypesOf(ctx, edge)?.map(({ name }) => name),
      );
  }
}

function checkPath(ctx: Context, path: PathPattern): void {
  let left = path.start;
  let leftTypes = sourceTypes(ctx, path.start) ?? knownAlias(ctx, path.start);
  const [first] = path.hops;
  // A first vertex without a type is narrowed by its edge, read from the other end.
  const narrowed = leftTypes ?? (first && nearEnds(edgeTypesOf(ctx, first.edge), first.edge));
  declareVertex(ctx, path.start, narrowed);
  leftTypes = narrowed;
  for (const { edge, vertex } of path.hops) {
    checkSteps(ctx, edge);
    const types = edgeTypesOf(ctx, edge);
    const written = sourceTypes(ctx, vertex) ?? knownAlias(ctx, vertex);
    const reached = farEnds(types, edge, leftTypes);
    if (types !== undefined && types.length > 0) {
      checkConnects(ctx, left, edge, vertex, types, leftTypes, written);
    }
    const rightTypes = written ?? reached;
    declareEdge(ctx, edge, types);
    declareVertex(ctx, vertex, rightTypes);
    left = vertex;
    leftTypes = rightTypes;
  }
}

function knownAlias(ctx: Context, vertex: VertexPattern): Types {
  const entry = vertex.alias && ctx.scope.own(vertex.alias.text);
  return entry?.type.kind === 'vertex' && entry.type.types.length > 0 ? entry.type.types : undefined;
}

function vertexTypesOf(ctx: Context, vertex: VertexPattern): Types {
  return knownAlias(ctx, vertex) ?? sourceTypesQuietly(ctx, vertex.sources);
}

/** The vertex types that the names of a pattern denote; reports unknown names. */
function sourceTypes(ctx: Context, vertex: VertexPattern): Types {
  for (const source of vertex.sources) {
    const entry = ctx.find(source.text);
    if (ctx.schema.vertexTypes.has(source.text)) continue;
    if (entry === undefined) {
      ctx.unknown('Vertex type or vertex set', source.text, source.span, [
        ...ctx.schema.vertexTypes.keys(),
        ...ctx.vertexSets.keys(),
      ]);
    } else if (!isSource(ctx, entry.type)) {
      ctx.error(
        finding('notVerticesInPattern', { name: source.text, type: describe(entry.type) }),
        source.span,
      );
    }
  }
  return sourceTypesQuietly(ctx, vertex.sources);
}

function isSource(ctx: Context, type: Type): boolean {
  if (['vertexSet', 'vertex', 'unknown', 'accum'].includes(type.kind)) return true;
  const element = elementOf(type, ctx);
  return holdsTypeNames(type) || (element !== undefined && isVertexCollection(type));
}

function sourceTypesQuietly(ctx: Context, sources: readonly Name[]): Types {
  if (sources.length === 0) return undefined;
  let types: readonly string[] | undefined;
  for (const { text } of sources) {
    // A vertex set that has a type's name hides it.
    const entry = ctx.find(text);
    const own = entry === undefined && ctx.schema.vertexTypes.has(text) ? [text] : typesIn(ctx, entry?.type);
    types = types === undefined ? own : unite(types, own);
  }
  return types === undefined || types.length === 0 ? undefined : types;
}

function typesIn(ctx: Context, type: Type | undefined): readonly string[] {
  if (type === undefined) return [];
  if (type.kind === 'vertexSet' || type.kind === 'vertex') return type.types;
  const element = elementOf(type, ctx);
  return element?.kind === 'vertex' ? element.types : [];
}

function declareVertex(ctx: Context, vertex: VertexPattern, types: Types): void {
  const { alias } = vertex;
  if (alias === undefined) return;
  const known = ctx.scope.own(alias.text);
  if (known !== undefined) {
    if (known.binding.kind === 'vertexAlias') return;
    ctx.error(finding('aliasOfEdgeToo', { alias: alias.text }), alias.span);
    return;
  }
  if (vertex.sources.length === 0 && ctx.schema.vertexTypes.has(alias.text)) {
    ctx.warn(finding('vertexTypeReadAsAlias', { name: alias.text }), alias.span, {
      title: `Change to :${alias.text}`,
      replacement: `:${alias.text}`,
    });
  }
  ctx.scope.set(alias.text, {
    binding: { kind: 'vertexAlias', name: alias.text },
    type: { kind: 'vertex', types: types ?? [] },
  });
}

function declareEdge(ctx: Context, edge: EdgePattern, types: readonly EdgeType[] | undefined): void {
  const { alias } = edge;
  if (alias === undefined) return;
  if (edge.repeat !== undefined && !(edge.repeat.min === 1 && edge.repeat.max === 1)) {
    ctx.error(finding('repeatedEdgeAlias', { alias: alias.text }), alias.span);
  }
  if (edge.steps.every((step) => step.name === undefined) && ctx.schema.edgeTypes.has(alias.text)) {
    ctx.warn(finding('edgeTypeReadAsAlias', { name: alias.text }), alias.span, {
      title: `Change to :${alias.text}`,
      replacement: `:${alias.text}`,
    });
  }
  if (ctx.scope.own(alias.text)?.binding.kind === 'edgeAlias') {
    ctx.warn(finding('aliasOfSeveralEdges', { alias: alias.text }), alias.span);
    return;
  }
  const declared = ctx.scope.declare(alias.text, {
    binding: { kind: 'edgeAlias', name: alias.text },
    type: { kind: 'edge', types: types?.map(({ name }) => name) ?? [] },
  });
  if (!declared) ctx.error(finding('aliasTwice', { alias: alias.text }), alias.span);
}

// ---------------------------------------------------------------- edges

function checkSteps(ctx: Context, edge: EdgePattern): void {
  const seen = new Set<number>();
  for (const { name, direction } of edge.steps) {
    if (name === undefined || seen.has(name.span.start)) continue;
    seen.add(name.span.start);
    const type = ctx.schema.edgeTypes.get(name.text);
    if (type === undefined) {
      const entry = ctx.find(name.text);
      if (entry === undefined) ctx.unknown('Edge type', name.text, name.span, ctx.schema.edgeTypes.keys());
      else if (!holdsTypeNames(valueOf(entry.type, ctx))) {
        ctx.error(finding('notEdgesInPattern', { name: name.text, type: describe(entry.type) }), name.span);
      }
    } else if (!type.directed && edge.steps.length === 1 && (direction === 'in' || direction === 'out')) {
      ctx.error(finding('arrowOfUndirected', { type: name.text }), name.span);
    } else if (type.directed && edge.steps.length === 1 && direction === 'undirected') {
      ctx.error(finding('tildeOfDirected', { type: name.text }), name.span);
    }
  }
}

/** The edge types of a pattern; undefined when one is known only at run time, or any may match. */
function edgeTypesOf(ctx: Context, edge: EdgePattern): readonly EdgeType[] | undefined {
  const types = new Map<string, EdgeType>();
  for (const { name } of edge.steps) {
    const type = name && ctx.schema.edgeTypes.get(name.text);
    if (type === undefined) return undefined;
    types.set(type.name, type);
  }
  return [...types.values()];
}

/** The (near, far) vertex types that one step may connect. */
export function ends(
  type: EdgeType,
  direction: EdgeStep['direction'],
): readonly (readonly [string, string])[] {
  return type.pairs.flatMap(({ from, to }): (readonly [string, string])[] => {
    const out = [from, to] as const;
    const back = [to, from] as const;
    if (!type.directed) return direction === 'in' || direction === 'out' ? [] : [out, back];
    switch (direction) {
      case 'out':
      case 'unspecified':
        return [out];
      case 'in':
        return [back];
      case 'any':
        return [out, back];
      case 'undirected':
        return [];
    }
  });
}

function allEnds(types: readonly EdgeType[], edge: EdgePattern): readonly (readonly [string, string])[] {
  return edge.steps.flatMap((step) =>
    types.filter(({ name }) => name === step.name?.text).flatMap((type) => ends(type, step.direction)),
  );
}

function nearEnds(types: readonly EdgeType[] | undefined, edge: EdgePattern): Types {
  if (types === undefined || edge.repeat?.min === 0) return undefined;
  const near = [...new Set(allEnds(types, edge).map(([from]) => from))];
  return near.length === 0 || near.includes('*') ? undefined : near;
}

/** Types that the far vertex may have, coming from `near`. */
function farEnds(types: readonly EdgeType[] | undefined, edge: EdgePattern, near: Types): Types {
  if (types === undefined) return undefined;
  const single = edge.repeat === undefined || (edge.repeat.min === 1 && edge.repeat.max === 1);
  const fitting = allEnds(types, edge).filter(
    ([from]) => !single || near === undefined || near.includes(from),
  );
  const far = new Set(fitting.map(([, to]) => to));
  if (edge.repeat?.min === 0) {
    if (near === undefined) return undefined;
    for (const type of near) far.add(type);
  }
  return far.size === 0 || far.has('*') ? undefined : [...far];
}

/** Reports a hop that no edge of its types can make between the vertex types written. */
function checkConnects(
  ctx: Context,
  left: VertexPattern,
  edge: EdgePattern,
  right: VertexPattern,
  types: readonly EdgeType[],
  near: Types,
  far: Types,
): void {
  if (edge.repeat !== undefined && !(edge.repeat.min === 1 && edge.repeat.max === 1)) return;
  const pairs = allEnds(types, edge);
  if (pairs.length === 0 || pairs.some(([a, b]) => a === '*' || b === '*')) return;
  const fits = ([a, b]: readonly [string, string]): boolean =>
    (near === undefined || near.includes(a)) && (far === undefined || far.includes(b));
  if (pairs.some(fits)) return;
  const names = types.map(({ name }) => name).join(' or ');
  const reversed = pairs.some(([a, b]) => fits([b, a]));
  const from = near?.join(' or ') ?? 'any vertex';
  const to = far?.join(' or ') ?? 'any vertex';
  const span = edge.steps[0]?.name?.span ?? edge.span;
  ctx.error(
    finding(reversed ? 'edgeGoesOtherWay' : 'edgeGoesElsewhere', { types: names, from, to }),
    left.span.start <= span.start && right.span.end >= span.end ? span : edge.span,
  );
}

/** `{name: value}` and WHERE inside a vertex or an edge. */
function checkInner(
  ctx: Context,
  pattern: VertexPattern | EdgePattern,
  kind: 'vertex' | 'edge',
  types: Types,
): void {
  if (pattern.properties.length > 0) {
    const known = ctx.schema.readable(kind, types ?? []);
    for (const { name, value } of pattern.properties) {
      const found = known.get(name);
      const type = checkValue(ctx, value);
      if (name.toLowerCase() === 'type') checkAssignable(ctx, STRING, type, value.span, name);
      else if (found === undefined) {
        ctx.unknown(
          'Attribute',
          name,
          pattern.span,
          known.keys(),
          ` in ${types?.join(' or ') ?? `any ${kind} type`}`,
        );
      } else checkAssignable(ctx, attributeType(ctx, found), type, value.span, name);
    }
  }
  if (pattern.where !== undefined) checkCondition(ctx, pattern.where, 'The condition after WHERE');
}

/** The alias that SELECT, PER, DELETE and UPDATE name must be one of the pattern's. */
export function checkAlias(
  ctx: Context,
  alias: Name,
  wanted: 'vertex' | 'any',
  where: string,
): Type | undefined {
  const entry = ctx.scope.own(alias.text);
  if (entry === undefined) {
    const aliases = [...ctx.scope.visible()]
      .filter(
        ([, { binding }]) =>
          binding.kind === 'vertexAlias' || (wanted === 'any' && binding.kind === 'edgeAlias'),
      )
      .map(([name]) => name);
    ctx.unknown(
      'Alias',
      alias.text,
      alias.span,
      aliases,
      ` in FROM${aliases.length === 0 ? '' : `, which has ${aliases.join(', ')}`}`,
    );
    return undefined;
  }
  if (wanted === 'vertex' && entry.binding.kind !== 'vertexAlias') {
    ctx.error(finding('vertexAliasNeeded', { where, alias: alias.text }), alias.span);
    return undefined;
  }
  return entry.type;
}
