/** Patterns of vertices joined by edges: read from one line, and written as GSQL. Pure. */
import { t } from '@acacia/texts';
import type { ExplorationPattern, WireEdgeType, WireGraphSchema } from '@acacia/contract';
import { endsOfType, walkableEdgeTypes } from '../../workspace-tool/graph-queries.ts';
import { conditionGsql, type Attributed, type Problem } from '../condition-gsql.ts';

type Link = ExplorationPattern['links'][number];
type Condition = Link['where'][number];

const LIMIT = 100;
/** The most matches that are found at once. */
export const MOST_MATCHES = 10_000;

/** `(a:Person)`, `Person:a`, `Person` */
const VERTEX = /^\s*(?:\(\s*\w*\s*:\s*(\w+)\s*\)|(\w+)(?:\s*:\s*\w+)?)/;
/** `-(Owns>:e)-`, `-(<Owns)-`, `-(_)-` */
const GSQL_EDGE = /^\s*-\s*\(\s*(<)?\s*(\w+)?\s*(>)?\s*(?::\s*\w+)?\s*\)\s*-/;
/** `-[e:Owns]->`, `<-[:Owns]-`, `--`, `-->` */
const CYPHER_EDGE = /^\s*(<)?-\s*(?:\[\s*\w*\s*(?::\s*(\w+))?\s*\]\s*)?-\s*(>)?/;

/** Whether a text is meant as a pattern, rather than as words to look for. */
export const looksLikePattern = (text: string): boolean => /-\s*[([-]|^\s*\(\s*\w*\s*:/.test(text);

/** A name of the schema, in any case of letters where only one fits. */
function named(names: readonly string[], wanted: string): string | undefined {
  if (names.includes(wanted)) return wanted;
  const alike = names.filter((name) => name.toLowerCase() === wanted.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

const FLIPPED = { out: 'in', in: 'out', any: 'any' } as const;

/** The edge type of the schema; a reverse type is the one that it reverses, walked the other way. */
function linkOf(
  schema: WireGraphSchema,
  wanted: string | undefined,
  direction: Link['direction'],
): Link | Problem {
  if (wanted === undefined || wanted === '_') return { type: null, direction, where: [] };
  const type = named(
    schema.EdgeTypes.map(({ Name }) => Name),
    wanted,
  );
  if (type === undefined) return { problem: t`There is no edge type ‘${wanted}’.` };
  const reversed = schema.EdgeTypes.find(({ Config }) => Config.REVERSE_EDGE === type);
  if (reversed !== undefined) return { type: reversed.Name, direction: FLIPPED[direction], where: [] };
  const isDirected = schema.EdgeTypes.find(({ Name }) => Name === type)?.IsDirected === true;
  return { type, direction: isDirected ? direction : 'any', where: [] };
}

/** Reads `Person -(Owns>)- Account` or `(p:Person)-[:Owns]->(a:Account)`. */
export function parsePattern(text: string, schema: WireGraphSchema): ExplorationPattern | Problem {
  const vertexTypes = schema.VertexTypes.map(({ Name }) => Name);
  const steps: ExplorationPattern['steps'] = [];
  const links: Link[] = [];
  let rest = text.trim();
  for (;;) {
    const vertex = VERTEX.exec(rest);
    const wanted = vertex?.[1] ?? vertex?.[2];
    if (vertex === null || wanted === undefined)
      return {
        problem: t`A vertex such as ${vertexTypes[0] ?? 'Person'} is expected at ‘${rest.slice(0, 20)}’.`,
      };
    const type = named(vertexTypes, wanted);
    if (type === undefined) return { problem: t`There is no vertex type ‘${wanted}’.` };
    steps.push({ type, where: [] });
    rest = rest.slice(vertex[0].length).trim();
    if (rest === '') break;
    const edge = GSQL_EDGE.exec(rest) ?? CYPHER_EDGE.exec(rest);
    if (edge === null)
      return { problem: t`An edge such as -(Owns>)- is expected at ‘${rest.slice(0, 20)}’.` };
    const [whole, back, name, forth] = edge;
    const direction =
      (back === undefined) === (forth === undefined) ? 'any' : back === undefined ? 'out' : 'in';
    const link = linkOf(schema, name, direction);
    if ('problem' in link) return link;
    links.push(link);
    if (steps.length === 8) return { problem: t`A pattern has at most 8 vertices.` };
    rest = rest.slice(whole.length);
  }
  return { steps, links, limit: LIMIT };
}

export const patternOfType = (type: string, limit = 25): ExplorationPattern => ({
  steps: [{ type, where: [] }],
  links: [],
  limit,
});

/**
 * The pattern as a query that runs in the editor too. Its rows are the matches; the edges among them name the vertices.
 * @returns a problem for a condition that does not fit its attribute
 */
export function patternGsql(
  { steps, links, limit }: ExplorationPattern,
  schema: WireGraphSchema,
  graph: string,
): { readonly text: string } | Problem {
  const conditions: string[] = [];
  const take = (
    alias: string,
    where: readonly Condition[],
    types: readonly Attributed[],
    name: string | null,
  ) => {
    for (const condition of where) {
      const read = conditionGsql(condition, `${alias}.${condition.attribute}`, types, name);
      if ('problem' in read) return read;
      conditions.push(read.text);
    }
    return null;
  };
  let from = '';
  for (const [n, step] of steps.entries()) {
    const alias = `v${n + 1}`;
    from += `${step.type}:${alias}`;
    const problem = take(alias, step.where, schema.VertexTypes, step.type);
    if (problem !== null) return problem;
    const link = links[n];
    if (link === undefined) continue;
    const edge = `e${n + 1}`;
    from += ` -(${linkText(link, schema, [step.type, steps[n + 1]?.type ?? ''])}:${edge})- `;
    const wrong = take(edge, link.where, schema.EdgeTypes, link.type);
    if (wrong !== null) return wrong;
  }
  const where = conditions.length === 0 ? '' : `\n    WHERE ${conditions.join('\n      AND ')}`;
  const body =
    steps.length === 1
      ? `  Found = SELECT v1 FROM ${from}${where}\n    LIMIT ${limit};\n  PRINT Found;`
      : `  SELECT ${steps
          .flatMap((_, n) => (n < links.length ? [`v${n + 1}`, `e${n + 1}`] : [`v${n + 1}`]))
          .join(', ')} INTO Found\n    FROM ${from}${where}\n    LIMIT ${limit};\n  PRINT Found;`;
  return { text: `INTERPRET QUERY () FOR GRAPH ${graph} SYNTAX v2 {\n${body}\n}` };
}

/** @param ends types of the two vertices: of any edge type, those that can join them are written */
function linkText(
  { type, direction }: Link,
  schema: WireGraphSchema,
  ends: readonly [string, string],
): string {
  const all = walkableEdgeTypes(schema).filter(({ Name }) => type === null || Name === type);
  const fitting = all.filter((each) => joins(each, ends));
  const types = fitting.length === 0 ? all : fitting;
  const texts = types.flatMap(({ Name, IsDirected }) => {
    if (!IsDirected) return [Name];
    return [...(direction === 'in' ? [] : [`${Name}>`]), ...(direction === 'out' ? [] : [`<${Name}`])];
  });
  return texts.length === 1 ? (texts[0] ?? '') : `(${texts.join('|')})`;
}

/** Whether edges of a type join vertices of two types, in either order. */
const joins = (type: WireEdgeType, [a, b]: readonly [string, string]): boolean =>
  endsOfType(type).some(({ From, To }) => (From === a && To === b) || (From === b && To === a));

/** The pattern in one line, as the search field takes it: without conditions. */
export const patternLine = ({ steps, links }: ExplorationPattern): string =>
  steps
    .map(({ type }, n) => {
      const link = links[n];
      if (link === undefined) return type;
      const edge = link.type ?? '_';
      const text = link.direction === 'out' ? `${edge}>` : link.direction === 'in' ? `<${edge}` : edge;
      return `${type} -(${text})- `;
    })
    .join('');
