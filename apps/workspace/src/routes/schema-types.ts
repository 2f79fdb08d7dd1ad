/** Documented changes of single types, attributes, indexes and tuples (GSQL server endpoints, "Schema"). */
import { AddIndexes, AlterOneType, ChangeEdgeTypes, ChangeVertexTypes, CreateTuples } from '@acacia/contract';
import type { Engine, SchemaChange } from '@acacia/engine';
import { edgeTypeFromWire, vertexTypeFromWire, type GraphSchema, type VertexType } from '@acacia/language';
import type { FastifyRequest } from 'fastify';
import { checkText } from '../gsql/check-text.ts';
import { gsqlName, runStatements } from '../gsql/run-statements.ts';
import { alterFromWire, schemaOf, wireSchema } from '../gsql/wire-changes.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody, pathPart, searchParams } from '../http/request-body.ts';
import { graphParameter, type Services } from '../services.ts';

type Kind = 'vertex' | 'edge';
const PLURAL: Readonly<Record<Kind, string>> = { vertex: 'vertices', edge: 'edges' };

const list = (names: readonly string[]): string => `[${names.join(', ')}]`;

/** Names in a parameter of the address, at least one. @throws Problem when there is none */
function namesIn(request: FastifyRequest, parameter: string): string[] {
  const names = searchParams(request)
    .getAll(parameter)
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw problem('parameterMissing', { name: parameter });
  return names;
}

const typesOf = (schema: GraphSchema, kind: Kind): readonly { readonly name: string }[] =>
  kind === 'vertex' ? schema.vertexTypes : schema.edgeTypes;

function demandType(engine: Engine, graph: string | null, kind: Kind, name: string): void {
  const known = typesOf(schemaOf(engine, graph), kind);
  if (!known.some((type) => type.name === name)) throw problem('noType', { kind, name });
}

export function schemaTypeRoutes(on: Register, services: Services): void {
  const { engine } = services;
  const change = (request: FastifyRequest, graph: string | null, what: SchemaChange): Promise<void> =>
    engine.changeSchema(graph, what, callerOf(request).name);

  /** Global types go with `dropTypes`; of a graph those that it uses are taken from it, and its own are dropped. */
  const drop = async (request: FastifyRequest, kind: Kind, asked: readonly string[]) => {
    const graph = graphParameter(engine, request);
    const known = typesOf(schemaOf(engine, graph), kind).map(({ name }) => name);
    const names = asked.length === 1 && asked[0] === 'all' ? known : asked;
    for (const name of names) demandType(engine, graph, kind, name);
    const own = names.filter((name) => graph === null || engine.isLocalType(graph, name));
    const used = names.filter((name) => !own.includes(name));
    const dropped = kind === 'vertex' ? { dropVertexTypes: own } : { dropEdgeTypes: own };
    if (names.length > 0) await change(request, graph, { ...dropped, dropGlobalTypes: used });
    const title = kind === 'vertex' ? 'Vertices' : 'Edges';
    return gsql(null, `${title} ${list(names)} deleted successfully.`);
  };
  const alter = async (request: FastifyRequest, kind: Kind) => {
    const graph = graphParameter(engine, request);
    const name = pathPart(request, 'name');
    demandType(engine, graph, kind, name);
    const altered = alterFromWire({ ...jsonBody(request, AlterOneType), name });
    await change(
      request,
      graph,
      kind === 'vertex' ? { alterVertexTypes: [altered] } : { alterEdgeTypes: [altered] },
    );
    return gsql(null, `Successfully update ${kind}: ${name}`);
  };
  /** Statements that create types of one kind alone; gives the names of those that came. */
  const createByText = async (request: FastifyRequest, kind: Kind, text: string | readonly string[]) => {
    const before = new Set(typesOf(schemaOf(engine, null), kind).map(({ name }) => name));
    await runStatements(services, request, typeof text === 'string' ? text : text.join('\n'), null);
    return typesOf(schemaOf(engine, null), kind)
      .map(({ name }) => name)
      .filter((name) => !before.has(name));
  };
  const create = async (
    request: FastifyRequest,
    kind: Kind,
    given: {
      readonly gsql?: string | readonly string[] | undefined;
      readonly created?: SchemaChange | undefined;
      readonly added?: readonly string[] | undefined;
    },
  ) => {
    const graph = graphParameter(engine, request);
    if (given.gsql !== undefined) {
      const names = await createByText(request, kind, given.gsql);
      return gsql(null, `Successfully create ${PLURAL[kind]}: ${list(names)}`);
    }
    if (given.added !== undefined) {
      if (graph === null) throw problem('parameterMissing', { name: 'graph' });
      await change(request, graph, { addGlobalTypes: given.added });
      return gsql(
        null,
        kind === 'vertex'
          ? `Successfully add vertices: ${list(given.added)} on graph ${graph}`
          : `Successfully added edges ${list(given.added)} to graph ${graph}.`,
      );
    }
    if (given.created === undefined) throw problem('typesMissing', { kind });
    // The privilege was judged for the graph that is named: types made for it belong to it alone.
    await change(request, graph, given.created);
    const types = [...(given.created.addVertexTypes ?? []), ...(given.created.addEdgeTypes ?? [])];
    return gsql(null, `Successfully create ${PLURAL[kind]}: ${list(types.map(({ name }) => name))}`);
  };

  on('POST /gsql/v1/schema/vertices', (request) => {
    const body = jsonBody(request, ChangeVertexTypes);
    const types = body.createVertices?.map(vertexTypeFromWire);
    return create(request, 'vertex', {
      ...{ gsql: body.gsql, added: body.addVertices },
      created: types && { addVertexTypes: types },
    });
  });
  on('POST /gsql/v1/schema/edges', (request) => {
    const body = jsonBody(request, ChangeEdgeTypes);
    const types = body.createEdges?.map(edgeTypeFromWire);
    return create(request, 'edge', {
      ...{ gsql: body.gsql, added: body.addEdges },
      created: types && { addEdgeTypes: types },
    });
  });
  on('PUT /gsql/v1/schema/vertices/:name', (request) => alter(request, 'vertex'));
  on('PUT /gsql/v1/schema/edges/:name', (request) => alter(request, 'edge'));
  on('DELETE /gsql/v1/schema/vertices', (request) => drop(request, 'vertex', namesIn(request, 'vertex')));
  on('DELETE /gsql/v1/schema/edges', (request) => drop(request, 'edge', namesIn(request, 'edge')));
  on('DELETE /gsql/v1/schema/vertices/:name', (request) =>
    drop(request, 'vertex', [pathPart(request, 'name')]),
  );
  on('DELETE /gsql/v1/schema/edges/:name', (request) => drop(request, 'edge', [pathPart(request, 'name')]));

  // ---------------------------------------------------------------- indexes
  const indexesOf = ({ indexes = [] }: VertexType) =>
    indexes.map(({ name, attribute }) => ({ index: name, attribute }));
  const vertexTypes = (request: FastifyRequest) =>
    schemaOf(engine, graphParameter(engine, request)).vertexTypes;
  on('GET /gsql/v1/schema/indexes', (request) =>
    gsql(
      vertexTypes(request)
        .filter((type) => indexesOf(type).length > 0)
        .map((type) => ({ [type.name]: indexesOf(type) })),
    ),
  );
  on('GET /gsql/v1/schema/indexes/:name', (request) => {
    const name = pathPart(request, 'name');
    const found = vertexTypes(request)
      .flatMap(indexesOf)
      .find(({ index }) => index === name);
    if (found === undefined) throw problem('noIndex', { name });
    return gsql(found);
  });
  on('POST /gsql/v1/schema/indexes', async (request) => {
    const { vertex, addIndexAttributes } = jsonBody(request, AddIndexes);
    const graph = graphParameter(engine, request);
    demandType(engine, graph, 'vertex', vertex);
    await change(request, graph, { alterVertexTypes: [alterFromWire({ name: vertex, addIndexAttributes })] });
    const lines = addIndexAttributes.map(
      ({ indexName, attributeName }) => `Successfully add index ${indexName} on attribute ${attributeName}\n`,
    );
    return gsql(null, lines.join(''));
  });
  const dropIndexes = async (request: FastifyRequest, indexes: readonly string[]) => {
    const [vertex = ''] = namesIn(request, 'vertex');
    const graph = graphParameter(engine, request);
    demandType(engine, graph, 'vertex', vertex);
    await change(request, graph, { alterVertexTypes: [{ name: vertex, dropIndexes: indexes }] });
    return gsql(null, 'Successfully drop index');
  };
  on('DELETE /gsql/v1/schema/indexes', (request) => dropIndexes(request, namesIn(request, 'index')));
  on('DELETE /gsql/v1/schema/indexes/:name', (request) => dropIndexes(request, [pathPart(request, 'name')]));

  // ---------------------------------------------------------------- tuples
  on('GET /gsql/v1/udt/tuples/:name', (request) => {
    const name = pathPart(request, 'name');
    const tuples = wireSchema(engine, graphParameter(engine, request)).UDTs;
    const found = tuples.filter((tuple) => tuple.name === name);
    if (found.length === 0) throw problem('noType', { kind: 'tuple', name });
    return gsql(found);
  });
  on('POST /gsql/v1/udt/tuples', async (request) => {
    const { gsql: text, tuples = [] } = jsonBody(request, CreateTuples);
    const given = typeof text === 'string' ? [text] : (text ?? []);
    const statements = tuples.map(({ Name, TupleElements }) => {
      const fields = TupleElements.map(
        ({ name, AttributeType }) => `${gsqlName('field', name)} ${gsqlName('type', AttributeType)}`,
      );
      return `TYPEDEF TUPLE <${fields.join(', ')}> ${gsqlName('tuple', Name)}`;
    });
    if (given.length + statements.length === 0) throw problem('typesMissing', { kind: 'tuple' });
    const before = new Set(wireSchema(engine, null).UDTs.map(({ name }) => name));
    await runStatements(services, request, [...given, ...statements].join('\n'), null);
    const made = wireSchema(engine, null)
      .UDTs.map(({ name }) => name)
      .filter((name) => !before.has(name));
    return gsql(null, `Successfully create tuples: ${made.join(', ')}.`);
  });
  const dropTuples = async (request: FastifyRequest, names: readonly string[]) => {
    const texts = names.map((name) => gsqlName('tuple', name));
    await runStatements(services, request, `DROP TUPLE ${texts.join(', ')}`, null);
    return gsql(null, `Successfully dropped userDefinedTuple: ${list(names)}.`);
  };
  on('DELETE /gsql/v1/udt/tuples', (request) => dropTuples(request, namesIn(request, 'tupleName')));
  on('DELETE /gsql/v1/udt/tuples/:name', (request) => dropTuples(request, [pathPart(request, 'name')]));

  // ---------------------------------------------------------------- check
  on('POST /gsql/v1/schema/check', async () => {
    for (const graph of engine.graphs()) {
      const schema = schemaOf(engine, graph);
      for (const { name, code } of engine.queries(graph)) {
        const faults = await checkText(code, (other) =>
          other === undefined ? schema : engine.schema(other),
        );
        const fault = faults.find(({ severity }) => severity === 'error');
        if (fault !== undefined) throw problem('schemaCheck', { graph, name, why: fault.message });
      }
    }
    return gsql(null, 'Schema Check succeeded.');
  });
}
