/** Data sources: stores on the network from which loading jobs read. */
import { GrantDataSource, SampleData, SaveDataSource, type WireDataSourceEntry } from '@acacia/contract';
import type { DataSourceInfo } from '@acacia/engine';
import type { FastifyRequest } from 'fastify';
import { personOf } from '../gsql/person.ts';
import { gsqlName, runStatements } from '../gsql/run-statements.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { clientGone } from '../http/client-gone.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody, pathPart, searchParams } from '../http/request-body.ts';
import { graphParameter, type Services } from '../services.ts';

const entryAnswer = ({ name, type, graphs, settings, keysLost }: DataSourceInfo): WireDataSourceEntry => ({
  name,
  type,
  graphs: graphs === null ? null : [...graphs],
  config: { ...settings },
  content: { ...settings },
  isLocal: graphs !== null,
  ...(graphs?.[0] === undefined ? {} : { belongTo: graphs[0] }),
  keysLost,
});

/** Settings as a string of GSQL: JSON has no three quotes in a row. */
function quoted(config: string | Record<string, unknown>): string {
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  if (text.includes('"""')) throw problem('dataSourceQuotes');
  return `"""${text}"""`;
}

export function dataSourceRoutes(on: Register, services: Services): void {
  const { engine, files, heavy } = services;
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
  const change = async (request: FastifyRequest, wanted: string) => {
    const graph = graphParameter(engine, request);
    const { name } = entryOf(graph, wanted);
    const { config } = jsonBody(request, SaveDataSource);
    return gsql(null, await runStatements(services, request, `SET ${name} = ${quoted(config)}`, graph));
  };
  on('PUT /gsql/v1/data-sources/:name', (request) => change(request, pathPart(request, 'name')));
  on('PUT /gsql/v1/data-sources', (request) => change(request, jsonBody(request, SaveDataSource).name ?? ''));
  for (const [call, verb, past] of [
    ['POST /gsql/v1/data-sources/grant', 'GRANT', 'grant'],
    ['POST /gsql/v1/data-sources/revoke', 'REVOKE', 'revoke'],
  ] as const) {
    on(call, async (request) => {
      const { graphs, datasource } = jsonBody(request, GrantDataSource);
      const { name } = entryOf(null, datasource);
      const joint = verb === 'GRANT' ? 'TO' : 'FROM';
      const texts = graphs.map(
        (graph) => `${verb} DATA_SOURCE ${name} ${joint} GRAPH ${gsqlName('graph', graph)}`,
      );
      await runStatements(services, request, texts.join('\n'), null);
      const where = verb === 'GRANT' ? 'to the' : 'from';
      return gsql(null, `Successfully ${past} datasource ${name} ${where} graph(s) [${graphs.join(', ')}]`);
    });
  }
  on('POST /gsql/v1/sample-data', async (request, reply) => {
    const { graphName = '', dataSource = '', path, parsing, size } = jsonBody(request, SampleData);
    const graph = graphName === '' ? graphParameter(engine, request) : graphName;
    const caller = callerOf(request);
    // The graph may stand in the body, which the table of calls does not see.
    if (!caller.may('EXECUTE_LOADINGJOB', { graph }))
      throw problem('privilegeMissing', { name: caller.name, privilege: 'EXECUTE_LOADINGJOB' });
    if (graph !== null && !engine.graphs().includes(graph)) throw problem('noGraph', { graph });
    const file = dataSource === '' ? path : `$${gsqlName('data source', dataSource)}:${path}`;
    const { separator } = parsing;
    const signal = clientGone(reply);
    const sample = await heavy.run(
      () =>
        engine.sampleSource(
          graph,
          { file, rows: size, chosen: separator === undefined || separator === '' ? {} : { separator } },
          { person: personOf(caller), baseDir: files.folder, signal },
        ),
      signal,
    );
    const names = sample.columns.map((column) => column.name);
    return gsql({ data: sample.rows, header: names, json: sample.options.format === 'json' });
  });
  on('GET /gsql/v1/list-files/:name', async (request, reply) => {
    const graph = graphParameter(engine, request);
    const { name } = entryOf(graph, pathPart(request, 'name'));
    const address = searchParams(request).get('path') ?? '';
    if (address === '') throw problem('parameterMissing', { name: 'path' });
    const { folders, files: found } = await engine.listFolder(graph, name, address, clientGone(reply));
    return gsql({ folders, files: found });
  });
  on('DELETE /gsql/v1/data-sources/dropAll', async (request) => {
    const graph = graphParameter(engine, request);
    await runStatements(services, request, 'DROP DATA_SOURCE *', graph);
    return gsql(null, 'All data sources is dropped successfully.');
  });
  on('DELETE /gsql/v1/data-sources/:name', async (request) => {
    const graph = graphParameter(engine, request);
    const { name } = entryOf(graph, pathPart(request, 'name'));
    await runStatements(services, request, `DROP DATA_SOURCE ${name}`, graph);
    return gsql(null, `Data source ${name} is dropped.`);
  });
}
