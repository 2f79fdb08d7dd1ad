/** Vertices by a text in their id or attributes, found by queries over the graph in memory. */
import type { SearchAnswer, SearchRequest } from '@acacia/contract';
import type { VertexJson } from '@acacia/engine';
import type { VertexType } from '@acacia/language';
import type { z } from 'zod';
import { problem } from '../errors/problem.ts';
import { vertexTypeOf } from '../types-of-graph.ts';
import { bare, printed, type Interpreter } from './interpreter.ts';

type Asked = z.output<typeof SearchRequest>;

interface Place {
  readonly type: VertexType;
  /** Attributes to look in beside the id. */
  readonly attributes: readonly string[];
}

/** Types that are looked through alike, in one statement: of thousands of types, few differ in the names of their texts. */
interface Field {
  readonly types: readonly string[];
  readonly attributes: readonly string[];
}

interface Hit {
  readonly hit: SearchAnswer['hits'][number];
  /** 0: equals the text, 1: begins with it, 2: contains it. */
  readonly rank: number;
}

/** Types that one query looks through: for all of a large schema, reading and compiling would pass the time limit. */
const TYPES_AT_ONCE = 100;
/** Ranks are this far apart, so that a rank and the place of an attribute make one number. */
const RANK = 10_000;

/** @throws Problem when a type or an attribute does not exist, or an attribute holds no single value */
export async function search(interpreter: Interpreter, asked: Asked): Promise<SearchAnswer> {
  const { engine, graph } = interpreter;
  const places = placesOf(interpreter, asked);
  const counts = new Map((await engine.countVertices(graph, '*')).map(({ type, count }) => [type, count]));
  const filled = places.filter(({ type }) => (counts.get(type.name) ?? 0) > 0);
  let hits: Hit[] = [];
  for (let from = 0; from < filled.length; from += TYPES_AT_ONCE) {
    const some = fieldsOf(filled.slice(from, from + TYPES_AT_ONCE));
    const results = await interpreter.run(
      'STRING sought',
      `  MinAccum<INT> @rank;${some.map((field, at) => blockOf(field, at, asked)).join('')}`,
      { sought: asked.text.toLowerCase() },
    );
    const found = some.flatMap((field, at) =>
      printed<VertexJson>(results, `R${at}`).map((vertex) => hitOf(field, vertex)),
    );
    hits = [...hits, ...found].sort((a, b) => a.rank - b.rank).slice(0, asked.limit + 1);
  }
  return { hits: hits.slice(0, asked.limit).map(({ hit }) => hit), more: hits.length > asked.limit };
}

function placesOf({ engine, graph }: Interpreter, { types }: Asked): readonly Place[] {
  const textsOf = (type: VertexType): readonly string[] =>
    type.attributes
      .filter(({ type: { kind, ...rest } }) => kind === 'scalar' && 'name' in rest && rest.name === 'STRING')
      .map(({ name }) => name);
  if (types === undefined) {
    return (engine.schema(graph)?.vertexTypes ?? []).map((type) => ({ type, attributes: textsOf(type) }));
  }
  return types.map(({ type: typeName, attributes }) => {
    const type = vertexTypeOf(engine, graph, typeName);
    for (const name of attributes ?? []) {
      const known = type.attributes.find((attribute) => attribute.name === name);
      if (known === undefined || known.type.kind !== 'scalar') {
        throw problem('notSearched', { name, type: typeName });
      }
    }
    return { type, attributes: attributes ?? textsOf(type) };
  });
}

function fieldsOf(places: readonly Place[]): readonly Field[] {
  const alike = Map.groupBy(places, ({ attributes }) => JSON.stringify(attributes));
  return [...alike.values()].map((some) => ({
    types: [...new Set(some.map(({ type }) => type.name))],
    attributes: some[0]?.attributes ?? [],
  }));
}

/** Statements that find the vertices of a field, the best first. */
function blockOf({ types, attributes }: Field, at: number, { match, limit }: Asked): string {
  const texts = ['s', ...attributes.map((name) => `s.${name}`)].map((value) => `lower(to_string(${value}))`);
  const holds = (text: string): string => {
    if (match === 'equals') return `${text} == sought`;
    return `instr(${text}, sought) ${match === 'begins' ? '==' : '>='} 0`;
  };
  const ranks = texts.map(
    (text, place) => `
      IF ${text} == sought THEN s.@rank += ${place}
      ELSE IF instr(${text}, sought) == 0 THEN s.@rank += ${RANK + place}
      ELSE IF instr(${text}, sought) > 0 THEN s.@rank += ${2 * RANK + place} END`,
  );
  return `
  R${at} = SELECT s FROM (${types.join('|')}):s
    WHERE ${texts.map(holds).join(' OR ')}
    ACCUM ${ranks.join(',')}
    ORDER BY s.@rank ASC LIMIT ${limit + 1};
  PRINT R${at};`;
}

function hitOf({ attributes }: Field, vertex: VertexJson): Hit {
  const rank = Number(vertex.attributes['@rank']);
  const place = rank % RANK;
  return {
    rank,
    hit: { vertex: bare(vertex), attribute: place === 0 ? null : (attributes[place - 1] ?? null) },
  };
}
