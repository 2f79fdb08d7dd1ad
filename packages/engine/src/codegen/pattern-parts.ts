/** Parts of patterns as the loops over rows and the counting of branches both need them. */
import type { Ast } from '@acacia/language';
import type { PatternEdge, PatternNode } from '../plan/pattern.ts';
import type { HopDirection } from '../library/patterns.ts';
import { comparison } from './arithmetic.ts';
import { attributeOfEdge, attributeOfVertex } from './attributes.ts';
import { type Code, js, list, literal } from './code.ts';
import { compileExpr, guard, needsOf } from './expressions.ts';
import { fault } from './fault.ts';
import { EdgeAlias, type Unit, VertexAlias } from './unit.ts';

/** Vertex types that a node can have, as far as its sources name types; null: any. */
export function nodeTypes(unit: Unit, node: PatternNode): readonly string[] | null {
  for (const names of node.sources) {
    if (names.length > 0 && names.every((name) => unit.lookup(name.text) === undefined)) {
      const types = names.map((name) => name.text);
      if (!types.includes('ANY') && !types.includes('_')) return types;
    }
  }
  return null;
}

/** Tests of `{name: value}` in a V3 vertex or edge pattern. */
export const propertyTests = (
  unit: Unit,
  owner: VertexAlias | EdgeAlias,
  properties: Ast.VertexPattern['properties'],
): readonly Code[] =>
  properties.map(({ name, value }) => {
    const member = { kind: 'member', target: value, name, span: value.span } as const;
    const column =
      owner instanceof VertexAlias
        ? attributeOfVertex(unit, owner, member)
        : attributeOfEdge(unit, owner, member);
    const wanted = compileExpr(unit, value, column.type);
    return js`${guard(needsOf(column, wanted))}${comparison(unit, '==', column, wanted)}`;
  });

/** Binds the alias of an edge, when it has a name. */
export function bindEdge(unit: Unit, edge: PatternEdge): EdgeAlias {
  const names = edge.steps.map((step) => step.name?.text);
  const isType = (name: string | undefined): name is string =>
    name !== undefined && unit.lookup(name) === undefined;
  const types = names.every(isType) ? baseTypes(unit, names) : null;
  const alias = new EdgeAlias(unit.names, types);
  if (edge.name !== undefined) unit.bind(edge.name, { kind: 'edge', alias });
  return alias;
}

/** A reverse type has the attributes of the type that it is the reverse of. */
const baseTypes = (unit: Unit, names: readonly string[]): readonly string[] =>
  names.map((name) => {
    const type = unit.schema.edgeTypes.find((known) => known.name === name);
    return type?.reverseOf ?? name;
  });

/**
 * Code of the ways to leave vertices over an edge, by the type that is left.
 * @param far code of the VertexSet that the vertices reached must be in; null: any
 */
export function hopsOf(unit: Unit, edge: PatternEdge, backward: boolean, far: Code | null): Code {
  const steps = edge.steps
    .filter((step) => canMatch(unit, step))
    .map((step) => {
      const direction = backward ? OPPOSITE[step.direction] : step.direction;
      return js`{ names: ${stepNames(unit, step)}, direction: ${literal(direction)} }`;
    });
  return unit.call('hops', js`X`, js`[${list(steps)}]`, far ?? literal(null));
}

/** Among alternatives an arrow leaves the undirected types out: `<-[:transfer|hasPhone]-` is transfer alone. */
function canMatch(unit: Unit, { name, direction }: Ast.EdgeStep): boolean {
  const type =
    name === undefined || unit.lookup(name.text) !== undefined
      ? undefined
      : unit.schema.edgeTypes.find((known) => known.name === name.text);
  return type === undefined || type.directed || (direction !== 'in' && direction !== 'out');
}

function stepNames(unit: Unit, step: Ast.EdgeStep): Code {
  const name = step.name;
  if (name === undefined) return literal(null);
  const binding = unit.lookup(name.text);
  if (binding?.kind === 'variable') return unit.call('edgeNames', binding.code);
  if (!unit.schema.edgeTypes.some((type) => type.name === name.text)) {
    throw fault(name.span, 'notEdgeTypeOrParameter', { name: name.text });
  }
  return js`[${literal(name.text)}]`;
}

const OPPOSITE: Readonly<Record<Ast.Direction, HopDirection>> = {
  out: 'in',
  in: 'out',
  undirected: 'undirected',
  any: 'any',
  unspecified: 'backward',
};
