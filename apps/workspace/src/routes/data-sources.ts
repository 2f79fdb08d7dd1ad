/** Data sources: stores on the network from which loading jobs read. */
import { SaveDataSource, type WireDataSourceEntry } from '@acacia/contract';
import type { DataSourceInfo } from '@acacia/engine';
import { gsqlName, runStatements } from '../gsql/run-statements.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody, pathPart } from '../http/request-body.ts';
import { graphParameter, type Services } from '../services.ts';

const entryAnswer = ({ name, type, graphs, settings, keysLost }: DataSourceInfo): WireDataSourceEntry => ({
  name,
  type,
  graphs: graphs === null ? null : [...graphs],
  config: { ...settings },
  keysLost,
});

/** Settings as a string of GSQL: JSON has no three quotes in a row. */
function quoted(config: string | Record<string, unknown>): string {
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  if (text.includes('"""')) throw problem('dataSourceQuotes');
  return `"""${text}"""`;
}

export function dataSourceRoutes(on: Register, services: Services): void {
  const { engine } = services;
  const entryOf = (graph: string | null, name: string): DataSourceInfo => {
    const found = engine.dataSources(graph).find((each) => each.name === name);
    if (found === undefined) throw problem('noDataSource', { name });
    return found;
  };

  on('GET /gsql/v1/data-sources', (request) =>
    gsql(engine.dataSources(graphParameter(engine, request)).map(entryAnswer)),
  );
  on('GET /gsql/v1/data-sources/:name', (request) =>
    gsql(entryAnswer(entryOf(graphParameter(engine, request), pathPart(request, 'name')))),
  );
  on('POST /gsql/v1/data-sources', async (request) => {
    const { name = '', config } = jsonBody(request, SaveDataSource);
    const graph = graphParameter(engine, request);
    const whose = graph === null ? '' : ` FOR GRAPH ${gsqlName('graph', graph)}`;
    const text = `CREATE DATA_SOURCE ${gsqlName('data source', name)} = ${quoted(config)}${whose}`;
    return gsql(null, await runStatements(services, request, text, graph));
  });
  on('PUT /gsql/v1/data-sources/:name', async (request) => {
    const graph = graphParameter(engine, request);
    const { name } = entryOf(graph, pathPart(request, 'name'));
    const { config } = jsonBody(request, SaveDataSource);
    return gsql(null, await runStatements(services, request, `SET ${name} = ${quoted(config)}`, graph));
  });
  on('DELETE /gsql/v1/data-sources/dropAll', async (request) => {
    const graph = graphParameter(engine, request);
    return gsql(null, await runStatements(services, request, 'DROP DATA_SOURCE *', graph));
  });
  on('DELETE /gsql/v1/data-sources/:name', async (request) => {
    const graph = graphParameter(engine, request);
    const { name } = entryOf(graph, pathPart(request, 'name'));
    return gsql(null, await runStatements(services, request, `DROP DATA_SOURCE ${name}`, graph));
  });
}
