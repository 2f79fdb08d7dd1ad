/** Descriptions of queries, and the queries that the copilot may use. */
import {
  DescribeQueries,
  DropDescriptions,
  RegisterQueries,
  type QueriesRegistered,
  type QueriesUnregistered,
  type QueryDescription,
  type RegisteredQueries,
} from '@acacia/contract';
import type { QueryInfo } from '@acacia/engine';
import { z } from 'zod';
import { queryDescription } from '../gsql/query-description.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody, searchParams } from '../http/request-body.ts';
import { graphInPath, requiredGraph, type Services } from '../services.ts';

const KIND = 'registered-queries';
const Stored = z.object({ queries: z.array(z.string()) });

export function copilotRoutes(on: Register, { engine, documents }: Services): void {
  const queryOf = (graph: string, name: string): QueryInfo => {
    const query = engine.queries(graph).find((candidate) => candidate.name === name);
    if (query !== undefined) return query;
    throw problem('noQuery', { name, graph });
  };
  const namesOf = (text: string): string[] =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');

  on('GET /gsql/v1/description', (request) => {
    const graph = requiredGraph(engine, request);
    const wanted = searchParams(request).get('query') ?? 'all';
    const queries =
      wanted === 'all' || wanted === '*'
        ? engine.queries(graph)
        : namesOf(wanted).map((name) => queryOf(graph, name));
    return gsql({ queries: queries.map(queryDescription) });
  });

  on('PUT /gsql/v1/description', async (request) => {
    const graph = requiredGraph(engine, request);
    const { queries } = jsonBody(request, DescribeQueries);
    await engine.describeQueries(
      graph,
      queries.map(({ queryName, description, parameters }) => ({
        name: queryName,
        ...(description === undefined ? {} : { description }),
        parameters: Object.fromEntries(parameters.map((one) => [one.paramName, one.description])),
      })),
    );
    return gsql(null, `Successfully described: [${queries.map(({ queryName }) => queryName).join(', ')}].`);
  });

  on('DELETE /gsql/v1/description', async (request) => {
    const graph = requiredGraph(engine, request);
    const { queries, queryParameters } = jsonBody(request, DropDescriptions);
    const chosen = queries.includes('*')
      ? engine.queries(graph)
      : queries.map((name) => queryOf(graph, name));
    const ofParameters = queryParameters.map((path) => {
      const [name = '', parameter = ''] = path.split('.');
      const known = queryOf(graph, name).parameters.map((each) => each.name);
      const names = parameter === '*' ? known : [parameter];
      return { name, parameters: Object.fromEntries(names.map((each) => [each, null])) };
    });
    await engine.describeQueries(graph, [
      ...chosen.map(({ name }) => ({ name, description: null, parameters: {} })),
      ...ofParameters,
    ]);
    return gsql(null, 'Successfully dropped the descriptions.');
  });

  // ---------------------------------------------------------------- the copilot's queries
  const registered = async (graph: string): Promise<string[]> => {
    const { queries } = Stored.parse((await documents.read(KIND, graph)) ?? { queries: [] });
    const known = new Set(engine.queries(graph).map((query) => query.name));
    return queries.filter((name) => known.has(name));
  };
  let last: Promise<unknown> = Promise.resolve();
  /** Changes are made one after the other: none is lost between reading and writing. */
  const change = (graph: string, apply: (names: readonly string[]) => readonly string[]): Promise<void> => {
    const turn = last.then(async () =>
      documents.save(KIND, graph, { queries: apply(await registered(graph)) }),
    );
    last = turn.catch(() => undefined);
    return turn;
  };
  const described = (graph: string, names: readonly string[]): QueryDescription[] =>
    names.map((name) => queryDescription(queryOf(graph, name)));

  on('GET /copilot/:graph/list_registered_queries', async (request): Promise<RegisteredQueries> => {
    const graph = graphInPath(engine, request);
    return described(graph, await registered(graph));
  });
  on('POST /copilot/:graph/upsert_from_gsql', async (request): Promise<QueriesRegistered> => {
    const graph = graphInPath(engine, request);
    const queries = [...new Set(jsonBody(request, RegisterQueries).queries)];
    const upserted_functions = described(graph, queries);
    await change(graph, (names) => [...new Set([...names, ...queries])]);
    return { upserted_functions, upserted_count: queries.length };
  });
  on('POST /copilot/:graph/delete_from_gsql', async (request): Promise<QueriesUnregistered> => {
    const graph = graphInPath(engine, request);
    const queries = [...new Set(jsonBody(request, RegisterQueries).queries)];
    const deleted_functions = described(graph, queries);
    await change(graph, (names) => names.filter((name) => !queries.includes(name)));
    return { deleted_functions, deleted_count: queries.length };
  });
}
