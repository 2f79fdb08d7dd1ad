/** The schema in TigerGraph's JSON, and its changes. */
import { WireEdgeType, WireSchemaChange, WireVertexType } from '@acacia/contract';
import type { AlterType, Engine, SchemaChange } from '@acacia/engine';
import {
  attributeFromWire,
  edgeTypeFromWire,
  schemaToWire,
  vectorsFromWire,
  vertexTypeFromWire,
  type GraphSchema,
} from '@acacia/language';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { runStatements } from '../gsql/run-statements.ts';
import { settleDropped, shellHost } from '../gsql/shell-host.ts';
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

function schemaOf(engine: Engine, graph: string | null): GraphSchema {
  const schema = engine.schema(graph);
  if (schema === undefined) throw problem('noGraph', { graph: String(graph) });
  return schema;
}

function wireSchema(engine: Engine, graph: string | null) {
  return schemaToWire(schemaOf(engine, graph), (type) => graph !== null && engine.isLocalType(graph, type));
}

const pairFromWire = ({ From, To }: { readonly From: string; readonly To: string }) => ({
  from: From,
  to: To,
});

function alterFromWire(
  alter: NonNullable<z.output<typeof WireSchemaChange>['alterEdgeTypes']>[number],
): AlterType {
  return {
    name: alter.name,
    addAttributes: (alter.addAttributes ?? []).map((attribute) => attributeFromWire(attribute, alter.name)),
    dropAttributes: alter.dropAttributes ?? [],
    addIndexes: (alter.addIndexAttributes ?? []).map(({ indexName, attributeName }) => ({
      name: indexName,
      attribute: attributeName,
    })),
    dropIndexes: alter.dropIndexAttributes ?? [],
    addVectors: vectorsFromWire({ Name: alter.name, EmbeddingAttributes: alter.addEmbeddingAttributes }),
    dropVectors: alter.dropEmbeddingAttributes ?? [],
    addPairs: (alter.addEdgePairs ?? []).map(pairFromWire),
    dropPairs: (alter.dropEdgePairs ?? []).map(pairFromWire),
  };
}

function changeFromWire(change: z.output<typeof WireSchemaChange>): SchemaChange {
  return {
    addVertexTypes: (change.addVertexTypes ?? []).map(vertexTypeFromWire),
    addEdgeTypes: (change.addEdgeTypes ?? []).map(edgeTypeFromWire),
    dropVertexTypes: change.dropVertexTypes ?? [],
    dropEdgeTypes: change.dropEdgeTypes ?? [],
    alterVertexTypes: (change.alterVertexTypes ?? []).map(alterFromWire),
    alterEdgeTypes: (change.alterEdgeTypes ?? []).map(alterFromWire),
    addGlobalTypes: change.addGlobalTypes ?? [],
    dropGlobalTypes: change.dropGlobalTypes ?? [],
  };
}

function named<T extends { readonly Name: string }>(types: readonly T[], name: string, kind: string): T {
  const type = types.find((candidate) => candidate.Name === name);
  if (type === undefined) throw problem('noType', { kind, name });
  return type;
}

export function schemaRoutes(on: Register, services: Services): void {
  const { engine, documents } = services;
  const wire = (request: FastifyRequest) => wireSchema(engine, graphParameter(engine, request));

  on('GET /gsql/v1/schema', (request) => {
    const schema = wire(request);
    const type = searchParams(request).get('type');
    if (type === null || type === '') return gsql(schema);
    return gsql(named([...schema.VertexTypes, ...schema.EdgeTypes], type, 'vertex or edge'));
  });
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
    gsql(wireSchema(engine, graphInPath(engine, request))),
  );

  on('POST /gsql/v1/schema/graphs', async (request) => {
    const body = jsonBody(request, CreateGraph);
    if (body.gsql !== undefined) {
      return gsql(null, await runStatements(services, request, body.gsql, null));
    }
    const name = body.GraphName ?? searchParams(request).get('graphName') ?? '';
    if (name === '') throw problem('graphNameMissing');
    const [vertices, edges] = [split(body.VertexTypes), split(body.EdgeTypes)];
    const change = changeFromWire({ addVertexTypes: vertices.defined, addEdgeTypes: edges.defined });
    await engine.createGraph(name, [...vertices.names, ...edges.names]);
    await shellHost(services, callerOf(request)).made({ graph: name });
    if (vertices.defined.length > 0 || edges.defined.length > 0) {
      try {
        await engine.changeSchema(name, change);
      } catch (error) {
        // The graph and its types come together or not at all.
        await engine.dropGraph(name);
        throw error;
      }
    }
    return gsql(null, `Successfully created graph: [${name}].`);
  });

  const drop = async (graphs: readonly string[]) => {
    const unknown = graphs.find((graph) => !engine.graphs().includes(graph));
    if (unknown !== undefined) throw problem('noGraph', { graph: unknown });
    for (const graph of graphs) {
      await engine.dropGraph(graph);
      for (const kind of DOCUMENT_KINDS) await documents.remove(kind, graph);
    }
    await settleDropped(services);
    return gsql(null, `Successfully dropped graph: [${graphs.join(', ')}].`);
  };
  on('DELETE /gsql/v1/schema/graphs/:graph', (request) => drop([pathPart(request, 'graph')]));
  on('DELETE /gsql/v1/schema/graphs', (request) => {
    const text = searchParams(request).get('graphNames') ?? searchParams(request).get('graph') ?? '';
    if (text === '') throw problem('parameterMissing', { name: 'graphNames' });
    return drop(text === 'all' ? engine.graphs() : text.split(',').map((graph) => graph.trim()));
  });

  const change = async (request: FastifyRequest) => {
    const body = jsonBody(request, ChangeBody);
    const parameter = graphParameter(engine, request);
    if (body.gsql !== undefined)
      return gsql(null, await runStatements(services, request, body.gsql, parameter));
    const graph = parameter ?? (body.graph || null);
    if (graph !== null) schemaOf(engine, graph);
    await engine.changeSchema(graph, changeFromWire(body.schemaChange ?? body));
    return gsql(
      null,
      graph === null ? 'Global schema change runs successfully' : 'Schema change job runs successfully',
    );
  };
  on('POST /gsql/v1/schema/change/preview', async (request) => {
    const graph = graphParameter(engine, request);
    return gsql(await engine.previewChange(graph, changeFromWire(jsonBody(request, WireSchemaChange))));
  });
  on('POST /gsql/v1/schema/change', change);
  on('PUT /gsql/v1/schema/change', change);
}
