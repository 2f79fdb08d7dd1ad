/** The parts of a query's text that say along which edges, and to which vertices, a traversal goes. */
import type { ExpandStep } from '@acacia/contract';
import type { Engine } from '@acacia/engine';
import { parseExpression } from '@acacia/language';
import type { z } from 'zod';
import { problem, type Problem } from '../errors/problem.ts';
import { edgeTypeOf, vertexTypeOf } from '../types-of-graph.ts';

type Step = z.output<typeof ExpandStep>;
export type Direction = Step['direction'];
export type WalkedType = ReturnType<typeof edgeTypeOf>;

/** Each type once: a reverse type is a view of the edges of another. @throws Problem when a type does not exist */
export function walkedTypes(
  engine: Engine,
  graph: string,
  names: readonly string[] | undefined,
): WalkedType[] {
  const all = engine.schema(graph)?.edgeTypes ?? [];
  const byName = new Map(all.map((type) => [type.name, type]));
  const asked = names?.map((name) => edgeTypeOf(engine, graph, name)) ?? all;
  return [...new Set(asked.map((type) => byName.get(type.reverseOf ?? '') ?? type))];
}

/** Vertex types that edges of a type lead to from vertices of some types; none where they do not lead away from these. */
export const typesReached = (
  { directed, pairs }: WalkedType,
  from: ReadonlySet<string>,
  direction: Direction,
): readonly string[] =>
  pairs.flatMap((pair) => [
    ...(from.has(pair.from) && (!directed || direction !== 'in') ? [pair.to] : []),
    ...(from.has(pair.to) && (!directed || direction !== 'out') ? [pair.from] : []),
  ]);

/** Names of vertex types that exist, each once; null: all. @throws Problem when one does not exist */
export const targetTypes = (
  engine: Engine,
  graph: string,
  names: readonly string[] | undefined,
): readonly string[] | null =>
  names === undefined ? null : [...new Set(names.map((name) => vertexTypeOf(engine, graph, name).name))];

/** The edges of a pattern along types, such as `(Knows>|<Knows|Near)`. */
export const alongTypes = (types: readonly WalkedType[], direction: Direction): string =>
  `(${types
    .flatMap(({ name, directed }) => {
      if (!directed) return [name];
      return [...(direction === 'in' ? [] : [`${name}>`]), ...(direction === 'out' ? [] : [`<${name}`])];
    })
    .join('|')})`;

/** Conditions on the vertices (alias `t`) and edges (alias `e`) of a step. @throws Problem when one cannot be read */
export const conditionsOf = ({
  vertexFilters,
  edgeFilters,
}: Pick<Step, 'vertexFilters' | 'edgeFilters'>): {
  readonly ofVertices: readonly string[];
  readonly ofEdges: readonly string[];
} => ({
  ofVertices: vertexFilters.map(({ type, condition }) => filterOf('t', type, condition)),
  ofEdges: edgeFilters.map(({ type, condition }) => filterOf('e', type, condition)),
});

/** Whether a condition is of the vertices or edges of all types. */
export const isOfAll = (type: string): boolean => type === '*' || type === '';

/** Words of conditions that are no attributes. */
const OPERATORS = new Set(['and', 'or', 'not', 'in', 'like', 'between', 'is', 'null', 'true', 'false']);

/** Functions of values alone that a condition may call. */
const FUNCTIONS = new Set(['lower', 'upper', 'to_string', 'to_datetime']);

/** A condition of a person as one of a query, on the vertices or edges of a type. @throws Problem when it cannot be read */
function filterOf(alias: string, type: string, condition: string): string {
  const wrong = (why: string): Problem => problem('conditionUnreadable', { condition, why });
  const { diagnostics } = parseExpression(condition);
  const [fault] = diagnostics;
  if (fault !== undefined) throw wrong(fault.message);
  const named = condition.replaceAll(
    /"(?:[^"\\]|\\.)*"|(?:[A-Za-z_]\w*\s*\.\s*)?([A-Za-z_]\w*)(\s*\()?/g,
    (text: string, word: string | undefined, call: string | undefined) => {
      if (word === undefined || OPERATORS.has(word.toLowerCase())) return text;
      if (call !== undefined) {
        if (FUNCTIONS.has(word.toLowerCase())) return `${word}${call}`;
        throw wrong(`it may call ${[...FUNCTIONS].join(', ')} alone, not ${word}.`);
      }
      return `${alias}.${word}`;
    },
  );
  return isOfAll(type) ? `(${named})` : `(${alias}.type != ${JSON.stringify(type)} OR (${named}))`;
}
