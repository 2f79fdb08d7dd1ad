/**
 * `SELECT * FROM …`, `SELECT name, age FROM …` and `SELECT count() FROM …` at the prompt: stored elements with all or some
 * attributes, or counts, as JSON.
 */
import { engineError } from '../errors/catalogue.ts';
import { stringifyJson } from '@acacia/base';
import type { Ast } from '@acacia/language';
import type { EdgeJson, ListOptions } from '../engine.ts';
import { Printed } from '../printed.ts';
import { scopeOf, type Scope } from '../catalog/catalog.ts';
import {
  countEdges,
  countVertices,
  listedAttributes,
  listEdges,
  listVertices,
} from '../storage/read-lists.ts';
import { vertexTypeIn } from '../storage/resolve-types.ts';
import { requireGraph } from './definitions.ts';
import type { ShellContext } from './shell.ts';

/** @throws EngineError when the statement asks for what it cannot give */
export async function selectAll(context: ShellContext, statement: Ast.SelectAll): Promise<void> {
  const graph = requireGraph(context);
  const { count, type, edge, conditions, limit } = statement;
  const shown = statement.attributes?.map(({ text }) => text);
  if (count && conditions.length === 0) {
    await give(context, await counts(context, graph, statement));
    return;
  }
  if (type.text === '_') throw engineError('allTypesOnlyCounted');
  const idNames = edge === undefined ? ['primary_id'] : ['from_id', 'to_id'];
  const isId = (name: Ast.Name): boolean => idNames.includes(name.text.toLowerCase());
  const idOf = (wanted: string): string | undefined => {
    const [first, second] = conditions.filter(({ name }) => name.text.toLowerCase() === wanted);
    if (first === undefined) return undefined;
    if (second !== undefined || first.op !== '==') throw engineError('comparedOnce', { wanted });
    return String(first.value);
  };
  const options: ListOptions = {
    filter: conditions
      .filter(({ name }) => !isId(name))
      .map(({ name, op, value }) => `${name.text}${op === '==' ? '=' : op}${filterText(value)}`)
      .join(','),
    ...(limit === undefined || count ? {} : { limit }),
    ...(count ? { select: [] } : shown === undefined ? {} : { select: shown }),
  };
  const rows = await context.store.read<readonly unknown[]>(async (transaction, state) => {
    checkShown(scopeOf(state.catalog, graph), statement);
    if (edge === undefined) {
      const id = idOf('primary_id');
      const vertices = await listVertices(transaction, state, graph, type.text, {
        ...options,
        ...(id === undefined ? {} : { id }),
      });
      return count ? [{ count: vertices.length, v_type: type.text }] : vertices;
    }
    const sourceId = idOf('from_id');
    if (sourceId === undefined) throw engineError('edgeSelectWithoutStart');
    const targetId = idOf('to_id');
    const path = {
      sourceType: type.text,
      sourceId,
      ...(edge.type.text === '_' ? {} : { edgeType: edge.type.text }),
      ...(edge.to.text === '_' ? {} : { targetType: edge.to.text }),
      ...(targetId === undefined ? {} : { targetId }),
    };
    const edges = await listEdges(transaction, state, graph, path, options);
    return count ? byType(edges) : edges;
  });
  await give(context, rows);
}

/** Refuses an attribute that the elements to show do not have. */
function checkShown(scope: Scope, { type, edge, attributes = [] }: Ast.SelectAll): void {
  const known =
    edge === undefined
      ? [listedAttributes(vertexTypeIn(scope, type.text))]
      : [...scope.edgeTypes]
          .filter(([name]) => [name, '_'].includes(edge.type.text))
          .map(([, seen]) => seen.entry.type.attributes);
  // Of a type that is not known, the list itself tells.
  if (known.length === 0) return;
  const missing = attributes.find(({ text }) => !known.flat().some(({ name }) => name === text));
  if (missing !== undefined)
    throw engineError('listedAttributeUnknown', { name: missing.text, parameter: 'SELECT' });
}

/** The name of the rows for a host that takes answers. */
const LISTED = 'Result';

/** Prints the rows, or hands them to the host that takes answers. */
async function give({ options: { host }, print }: ShellContext, rows: readonly unknown[]): Promise<void> {
  if (host?.answered === undefined) {
    print(stringifyJson(rows, 2));
    return;
  }
  const printed = new Printed([Buffer.from(stringifyJson({ [LISTED]: rows }))]);
  await host.answered({ printed, warnings: [] });
}

/** Edges that were found, counted by their types. */
const byType = (edges: readonly EdgeJson[]): readonly unknown[] =>
  [...Map.groupBy(edges, ({ e_type }) => e_type)].map(([e_type, { length: count }]) => ({ count, e_type }));

/** Counts in the form of the prompt, for every type that the statement names, without reading elements. */
const counts = (
  { store }: ShellContext,
  graph: string,
  { type, edge }: Ast.SelectAll,
): Promise<readonly unknown[]> =>
  store.read(async (transaction, state) => {
    if (edge === undefined) {
      const found = await countVertices(transaction, state, graph, type.text === '_' ? '*' : type.text);
      return found.map((each) => ({ count: each.count, v_type: each.type }));
    }
    const found = await countEdges(transaction, state, graph, edge.type.text === '_' ? '*' : edge.type.text, {
      ...(type.text === '_' ? {} : { from: type.text }),
      ...(edge.to.text === '_' ? {} : { to: edge.to.text }),
    });
    return found.map((each) => ({ count: each.count, e_type: each.type }));
  });

const filterText = (value: string | number | bigint | boolean): string =>
  typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value);
