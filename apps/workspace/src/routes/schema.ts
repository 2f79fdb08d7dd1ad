/** The schema in TigerGraph's JSON, and its changes. */
import { WireEdgeType, WireSchemaChange, WireVertexType } from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { runStatements } from '../gsql/run-statements.ts';
import { settleDropped, shellHost } from '../gsql/shell-host.ts';
import { changeFromWire, schemaOf, wireSchema } from '../gsql/wire-changes.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody, pathPart, searchParams } from '../http/request-body.ts';
import { graphInPath, graphParameter, type Services } from '../services.ts';
import { DOCUMENT_KINDS } from '../storage/documents.ts';

/** GSQL text in a body: one text, or statements. */
const GsqlText = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (typeof text === 'string' ? text : text.join('\n')));

/** `VertexTypes` and `EdgeTypes` hold names of global types, or definitions of local ones. */
const CreateGraph = z.object({
  GraphName: z.string().optional(),
  VertexTypes: z.array(z.union([z.string(), WireVertexType])).default([]),
  EdgeTypes: z.array(z.union([z.string(), WireEdgeType])).default([]),
  gsql: GsqlText.optional(),
});

/** Types that a graph takes from the global ones by their names, and those that are defined with it. */
const split = <T extends object>(types: readonly (string | T)[]) => ({
  names: types.filter((type) => typeof type === 'string'),
  defined: types.filter((type) => typeof type === 'object'),
});

/** The change itself, or wrapped as the console's calls have it; or GSQL text. */
const ChangeBody = WireSchemaChange.extend({
  gsql: GsqlText.optional(),
  schemaChange: WireSchemaChange.optional(),
  graph: z.string().optional(),
});

function named<T extends { readonly Name: string }>(types: readonly T[], name: string, kind: string): T {
  const type = types.find((candidate) => candidate.Name === name);
  if (type === undefined) throw problem('noType', { kind, name });
  return type;
}

export function schemaRoutes(on: Register, services: Services): void {
  const { engine, documents } = services;
  const wire = (request: FastifyRequest) => wireSchema(engine, graphParameter(engine, request));

  /** The schema, or its type that the request names. */
  const wholeOrType = (request: FastifyRequest, schema: ReturnType<typeof wireSchema>) => {
    const type = searchParams(request).get('type');
    if (type === null || type === '') return gsql(schema);
    return gsql(named([...schema.VertexTypes, ...schema.EdgeTypes], type, 'vertex or edge'));
  };
  on('GET /gsql/v1/schema', (request) => wholeOrType(request, wire(request)));
  on('GET /gsql/v1/schema/vertices', (request) => gsql(wire(request).VertexTypes));
  on('GET /gsql/v1/schema/vertices/:name', (request) =>
    gsql(named(wire(request).VertexTypes, pathPart(request, 'name'), 'vertex')),
  );
  on('GET /gsql/v1/schema/edges', (request) => gsql(wire(request).EdgeTypes));
  on('GET /gsql/v1/schema/edges/:name', (request) =>
    gsql(named(wire(request).EdgeTypes, pathPart(request, 'name'), 'edge')),
  );
  on('GET /gsql/v1/udt/tuples', (request) => gsql(wire(request).UDTs));

  on('GET /gsql/v1/schema/graphs', (request) => {
    const caller = callerOf(request);
    const name = searchParams(request).get('graphName') ?? searchParams(request).get('graph');
    if (name !== null && name !== '') {
      const graph = name === 'global' ? null : name;
      if (!caller.may('READ_SCHEMA', { graph }))
        throw problem('privilegeMissing', { name: caller.name, privilege: 'READ_SCHEMA' });
      return gsql(wireSchema(engine, graph));
    }
    const seen = engine.graphs().filter((graph) => caller.may('READ_SCHEMA', { graph }));
    const graphs = seen.map((graph) => {
      const schema = wireSchema(engine, graph);
      return {
        graphName: graph,
        vertices: schema.VertexTypes.map((type) => type.Name),
        edges: schema.EdgeTypes.map((type) => type.Name),
      };
    });
    return { error: false, message: '', graphs };
  });
  on('GET /gsql/v1/schema/graphs/:graph', (request) =>
    wholeOrType(request, wireSchema(engine, graphInPath(engine, request))),
  );

  on('POST /gsql/v1/schema/graphs', async (request) => {
    const body = jsonBody(request, CreateGraph);
    if (body.gsql !== undefined) {
      const before = new Set(engine.graphs());
      await runStatements(services, request, body.gsql, null);
      const made = engine.graphs().filter((graph) => !before.has(graph));
      return gsql(null, `Successfully created graph: [${made.join(', ')}].`);
    }
    const name = body.GraphName ?? searchParams(request).get('graphName') ?? '';
    if (name === '') throw problem('graphNameMissing');
    const [vertices, edges] = [split(body.VertexTypes), split(body.EdgeTypes)];
    const change = changeFromWire({ addVertexTypes: vertices.defined, addEdgeTypes: edges.defined });
    const author = callerOf(request).name;
    await engine.createGraph(name, [...vertices.names, ...edges.names], author);
    await shellHost(services, callerOf(request)).made({ graph: name });
    if (vertices.defined.length > 0 || edges.defined.length > 0) {
      try {
        await engine.changeSchema(name, change, author);
      } catch (error) {
        // The graph and its types come together or not at all.
        await engine.dropGraph(name);
        throw error;
      }
    }
    return gsql(null, `Successfully created graph: [${name}].`);
  });

  const drop = async (graphs: readonly string[], single: boolean) => {
    const unknown = graphs.find((graph) => !engine.graphs().includes(graph));
    if (unknown !== undefined) throw problem('noGraph', { graph: unknown });
    for (const graph of graphs) {
      await engine.dropGraph(graph);
      for (const kind of DOCUMENT_KINDS) await documents.remove(kind, graph);
    }
    await settleDropped(services);
    return gsql(
      null,
      single
        ? `Successfully dropped graph: ${graphs.join(', ')}.`
        : `Successfully dropped graphs: [${graphs.join(', ')}].`,
    );
  };
  on('DELETE /gsql/v1/schema/graphs/:graph', (request) => drop([pathPart(request, 'graph')], true));
  on('DELETE /gsql/v1/schema/graphs', (request) => {
    const text = searchParams(request).get('graphNames') ?? searchParams(request).get('graph') ?? '';
    if (text === '') throw problem('parameterMissing', { name: 'graphNames' });
    return drop(text === 'all' ? engine.graphs() : text.split(',').map((graph) => graph.trim()), false);
  });

  const change = async (request: FastifyRequest) => {
    const body = jsonBody(request, ChangeBody);
    const parameter = graphParameter(engine, request);
    if (body.gsql !== undefined)
      return gsql(null, await runStatements(services, request, body.gsql, parameter));
    const graph = parameter ?? (body.graph || null);
    if (graph !== null) schemaOf(engine, graph);
    await engine.changeSchema(graph, changeFromWire(body.schemaChange ?? body), callerOf(request).name);
    return gsql(
      null,
      graph === null ? 'Global schema change runs successfully' : 'Schema change job runs successfully',
    );
  };
  on('POST /gsql/v1/schema/change/preview', async (request) => {
    const graph = graphParameter(engine, request);
    return gsql(await engine.previewChange(graph, changeFromWire(jsonBody(request, WireSchemaChange))));
  });
  /** The engine counts versions with whole numbers: any other text names none. */
  const versionOf = (request: FastifyRequest): number => {
    const version = pathPart(request, 'version');
    return /^\d{1,15}$/.test(version) ? Number(version) : 0;
  };
  on('GET /gsql/v1/schema/versions', async (request) => {
    const versions = await engine.schemaVersions(graphParameter(engine, request));
    return gsql(
      versions.map(({ at, revert, ...version }) => ({
        ...version,
        made_at: at === null ? null : new Date(at).toISOString(),
        revert: revert === null ? null : { ...revert, until: new Date(revert.until).toISOString() },
      })),
    );
  });
  on('GET /gsql/v1/schema/versions/:version', async (request) =>
    gsql({ text: await engine.schemaVersionText(graphParameter(engine, request), versionOf(request)) }),
  );
  on('GET /gsql/v1/schema/versions/:version/revert', async (request) =>
    gsql(await engine.previewRevert(graphParameter(engine, request), versionOf(request))),
  );
  on('POST /gsql/v1/schema/versions/:version/revert', async (request) => {
    const version = versionOf(request);
    const author = callerOf(request).name;
    const restored = await engine.revertSchema(graphParameter(engine, request), version, author);
    return gsql({ restored }, `Version ${version} is reverted.`);
  });
  on('DELETE /gsql/v1/schema/versions/:version/revert', async (request) => {
    const version = versionOf(request);
    await engine.eraseKept(graphParameter(engine, request), version);
    return gsql(null, `The data that version ${version} dropped is erased.`);
  });
  on('POST /gsql/v1/schema/change', change);
  on('PUT /gsql/v1/schema/change', change);
}
