/** Graphs and their types. */
import { WireEdgeType, WireGraphSchema, WireTuple, WireVertexType } from '@acacia/base';
import { z } from 'zod';
import {
  SchemaChangePreview,
  SchemaReverted,
  SchemaRevertPreview,
  SchemaVersion,
  WireAlterType,
  WireGraph,
  WireSchemaChange,
  WireSchemaJob,
} from '../graph-schema.ts';
import { flag, InGraph, names, OfGraph, text, type WorkspaceCalls } from './call.ts';

/** GSQL by the job's name, or the job's change. */
const Job = z.record(z.string(), z.union([z.string(), WireSchemaJob]));
const JobParameters = OfGraph.extend({ json: flag.describe('True: as data') });
const OneType = { type: z.string().optional().describe('One type alone') };
const Force = OfGraph.extend({ force: flag });

const Gsql = z.union([z.string(), z.array(z.string())]);
const TypeParameters = OfGraph.extend({ gsql: flag });
const Named = z.array(z.string().min(1));
export const ChangeVertexTypes = z.strictObject({
  gsql: Gsql.optional(),
  createVertices: z.array(WireVertexType).optional(),
  addVertices: Named.optional(),
});
export const ChangeEdgeTypes = z.strictObject({
  gsql: Gsql.optional(),
  createEdges: z.array(WireEdgeType).optional(),
  addEdges: Named.optional(),
});
export const AlterOneType = WireAlterType.omit({ name: true }).strict();
const WireIndex = z.object({ index: z.string(), attribute: z.string() });
export const AddIndexes = z.strictObject({
  vertex: z.string().min(1),
  addIndexAttributes: z
    .array(z.object({ indexName: z.string().min(1), attributeName: z.string().min(1) }))
    .min(1),
});
export const CreateTuples = z.strictObject({
  gsql: Gsql.optional(),
  tuples: z
    .array(
      z.object({
        Name: z.string().min(1),
        TupleElements: z
          .array(z.object({ name: z.string().min(1), AttributeType: z.string().min(1) }))
          .min(1),
      }),
    )
    .optional(),
});

const NO_ACCUMULATORS =
  'Accumulator types are declared in the query that uses them: there are no global ones, which TYPEDEF makes elsewhere.';
const NO_STATISTICS =
  'Counts and histograms are taken from the graph in memory whenever a query is planned: they are neither stored nor given.';
export const PutFunctionFiles = z.strictObject({
  files: z.array(z.strictObject({ Name: z.string().min(1), Content: z.string() })).min(1),
});
const TokenFunction = z.object({ name: z.string(), about: z.string() });
const CountOfType = z.object({
  type: z.string(),
  count: z.number(),
  from: z.string().optional(),
  to: z.string().optional(),
});
const Cardinality = z.object({ vertex_counts: z.array(CountOfType), edge_counts: z.array(CountOfType) });
export const HistogramParameters = z.object({
  graph: z.string().min(1),
  vertex: text,
  edge: text,
  from: text,
  to: text,
  attribute: z.string().min(1),
  bucket: z.coerce.number().int().min(1).max(1000).default(10),
});
/** Rows up to and with `upperBound`, and rows with that very value. */
const HistogramBucket = z.object({ rowsTotal: z.number(), rowsUpper: z.number(), upperBound: z.unknown() });
const Graphs = z.array(z.string().min(1)).min(1).default(['*']);
const Password = z.string().optional();
export const ExportBody = z.strictObject({
  path: z.string().min(1),
  graphNames: Graphs,
  schema: z.boolean().default(false).describe('Types and graphs alone'),
  template: z.boolean().default(false).describe('Types, graphs, jobs and queries, no rows'),
  data: z.boolean().default(false),
  users: z.literal(false).default(false),
  password: Password,
  separator: text,
  eol: text,
});
export const ImportBody = z.strictObject({
  path: z.string().min(1),
  graphNames: Graphs,
  keepUsers: z.boolean().default(false),
  password: Password,
});

export const schemaCalls = {
  'GET /gsql/v1/schema': {
    needs: 'READ_SCHEMA',
    about: 'Reads the types of a graph',
    parameters: OfGraph.extend(OneType),
    results: WireGraphSchema,
  },
  'GET /gsql/v1/schema/vertices': {
    needs: 'READ_SCHEMA',
    about: 'Lists vertex types',
    parameters: OfGraph,
    results: z.array(WireVertexType),
  },
  'GET /gsql/v1/schema/vertices/:name': {
    needs: 'READ_SCHEMA',
    about: 'Reads a vertex type',
    parameters: OfGraph,
    results: WireVertexType,
  },
  'GET /gsql/v1/schema/edges': {
    needs: 'READ_SCHEMA',
    about: 'Lists edge types',
    parameters: OfGraph,
    results: z.array(WireEdgeType),
  },
  'GET /gsql/v1/schema/edges/:name': {
    needs: 'READ_SCHEMA',
    about: 'Reads an edge type',
    parameters: OfGraph,
    results: WireEdgeType,
  },

  'POST /gsql/v1/schema/vertices': {
    needs: 'WRITE_SCHEMA',
    about: 'Creates global vertex types, from GSQL or JSON, or adds global ones to a graph',
    parameters: TypeParameters,
    body: ChangeVertexTypes,
  },
  'PUT /gsql/v1/schema/vertices/:name': {
    needs: 'WRITE_SCHEMA',
    about: 'Adds and drops attributes of a vertex type',
    parameters: OfGraph,
    body: AlterOneType,
  },
  'DELETE /gsql/v1/schema/vertices': {
    needs: 'WRITE_SCHEMA',
    about: 'Drops vertex types with their data; `all` for all',
    parameters: OfGraph.extend({ vertex: names }),
  },
  'DELETE /gsql/v1/schema/vertices/:name': {
    needs: 'WRITE_SCHEMA',
    about: 'Drops a vertex type with its data',
    parameters: OfGraph,
  },
  'POST /gsql/v1/schema/edges': {
    needs: 'WRITE_SCHEMA',
    about: 'Creates global edge types, from GSQL or JSON, or adds global ones to a graph',
    parameters: TypeParameters,
    body: ChangeEdgeTypes,
  },
  'PUT /gsql/v1/schema/edges/:name': {
    needs: 'WRITE_SCHEMA',
    about: 'Adds and drops attributes of an edge type',
    parameters: OfGraph,
    body: AlterOneType,
  },
  'DELETE /gsql/v1/schema/edges': {
    needs: 'WRITE_SCHEMA',
    about: 'Drops edge types with their data; `all` for all',
    parameters: OfGraph.extend({ edge: names }),
  },
  'DELETE /gsql/v1/schema/edges/:name': {
    needs: 'WRITE_SCHEMA',
    about: 'Drops an edge type with its data',
    parameters: OfGraph,
  },
  'GET /gsql/v1/schema/indexes': {
    needs: 'READ_SCHEMA',
    about: 'Lists indexes by vertex type',
    parameters: OfGraph,
    results: z.array(z.record(z.string(), z.array(WireIndex))),
  },
  'GET /gsql/v1/schema/indexes/:name': {
    needs: 'READ_SCHEMA',
    about: 'Reads an index',
    parameters: OfGraph,
    results: WireIndex,
  },
  'POST /gsql/v1/schema/indexes': {
    needs: 'WRITE_SCHEMA',
    about: 'Adds indexes to a vertex type',
    parameters: OfGraph,
    body: AddIndexes,
  },
  'DELETE /gsql/v1/schema/indexes': {
    needs: 'WRITE_SCHEMA',
    about: 'Drops indexes of a vertex type',
    parameters: OfGraph.extend({ vertex: z.string(), index: names }),
  },
  'DELETE /gsql/v1/schema/indexes/:name': {
    needs: 'WRITE_SCHEMA',
    about: 'Drops an index of a vertex type',
    parameters: OfGraph.extend({ vertex: z.string() }),
  },
  'POST /gsql/v1/schema/recover': {
    needs: 'WRITE_SCHEMA',
    about: 'Recovers the catalogue',
    refused:
      'The catalogue is in the same store as the data and is recovered when the workspace starts: there is no second copy to recover it from.',
  },
  'POST /gsql/v1/schema/check': {
    needs: 'READ_SCHEMA',
    about: 'Checks that all types, queries and loading jobs can be read',
  },
  'GET /gsql/v1/schema/graphs': {
    needs: 'signedIn',
    about:
      'Lists the graphs that the caller may see, with the names of their types; with `graphName` the types of one',
    parameters: z.object({ graphName: text }),
    beside: z.object({ graphs: z.array(WireGraph).optional() }),
  },
  'GET /gsql/v1/schema/graphs/:graph': {
    needs: 'READ_SCHEMA',
    about: 'Reads the types of a graph',
    parameters: z.object(OneType),
    results: WireGraphSchema,
  },
  'POST /gsql/v1/schema/graphs': {
    needs: 'WRITE_SCHEMA',
    about: 'Creates a graph, from GSQL or from the names and definitions of its types',
    parameters: z.object({ graphName: text, gsql: flag }),
    body: z.looseObject({}),
  },
  'DELETE /gsql/v1/schema/graphs': {
    needs: 'DROP_GRAPH',
    about: 'Drops graphs with their data; `all` for all',
    parameters: z.object({ graphNames: names }),
  },
  'DELETE /gsql/v1/schema/graphs/:graph': {
    needs: 'DROP_GRAPH',
    about: 'Drops a graph with its data',
    parameters: z.object({ cascade: flag }),
  },
  'POST /gsql/v1/schema/change': {
    needs: 'WRITE_SCHEMA',
    about: 'Changes the types of a graph, or the global ones, in one step',
    parameters: Force,
    body: WireSchemaChange,
  },
  'PUT /gsql/v1/schema/change': {
    needs: 'WRITE_SCHEMA',
    about: 'Changes the types of a graph, or the global ones, in one step',
    parameters: Force,
    body: WireSchemaChange,
  },
  'POST /gsql/v1/schema/change/preview': {
    needs: 'WRITE_SCHEMA',
    about: 'Says what a change would do, which is not made',
    parameters: OfGraph,
    body: WireSchemaChange,
    results: SchemaChangePreview,
  },
  'GET /gsql/v1/schema/versions': {
    needs: 'READ_SCHEMA',
    about: 'Lists the newest versions of the types',
    parameters: OfGraph,
    results: z.array(SchemaVersion),
  },
  'GET /gsql/v1/schema/versions/:version': {
    needs: 'READ_SCHEMA',
    about: 'Gives the GSQL of a version',
    parameters: OfGraph,
    results: z.object({ text: z.string() }),
  },
  'GET /gsql/v1/schema/versions/:version/revert': {
    needs: 'WRITE_SCHEMA',
    about: 'Says what reverting a version would do, which is not done',
    parameters: OfGraph,
    results: SchemaRevertPreview,
  },
  'POST /gsql/v1/schema/versions/:version/revert': {
    needs: 'WRITE_SCHEMA',
    about: 'Undoes the change of a version, with the data that it dropped',
    parameters: OfGraph,
    results: SchemaReverted,
  },
  'DELETE /gsql/v1/schema/versions/:version/revert': {
    needs: 'WRITE_SCHEMA',
    about: 'Erases the data that is kept for reverting a version',
    parameters: OfGraph,
  },
  'GET /gsql/v1/schema/jobs': {
    needs: 'READ_SCHEMA',
    about: 'Lists schema change jobs, as GSQL or as data',
    parameters: JobParameters,
    results: z.array(Job),
  },
  'GET /gsql/v1/schema/jobs/:job': {
    needs: 'READ_SCHEMA',
    about: 'Reads a schema change job, as GSQL or as data',
    parameters: JobParameters,
    results: Job,
  },
  'POST /gsql/v1/schema/jobs': {
    needs: 'WRITE_SCHEMA',
    about: 'Creates a schema change job from its GSQL',
    parameters: OfGraph,
    body: 'text',
  },
  'POST /gsql/v1/schema/jobs/:job': {
    needs: 'WRITE_SCHEMA',
    about: 'Runs a schema change job',
    parameters: Force,
  },
  'PUT /gsql/v1/schema/jobs/:job': {
    needs: 'WRITE_SCHEMA',
    about: 'Runs a schema change job',
    parameters: Force,
  },
  'DELETE /gsql/v1/schema/jobs': {
    needs: 'WRITE_SCHEMA',
    about: 'Drops schema change jobs',
    parameters: OfGraph.extend({ jobName: names }),
  },
  'DELETE /gsql/v1/schema/jobs/:job': {
    needs: 'WRITE_SCHEMA',
    about: 'Drops a schema change job',
    parameters: OfGraph,
  },
  'GET /gsql/v1/udt/tuples': {
    needs: 'READ_SCHEMA',
    about: 'Lists tuple types',
    parameters: OfGraph,
    results: z.array(WireTuple),
  },

  'GET /gsql/v1/udt/tuples/:name': {
    needs: 'READ_SCHEMA',
    about: 'Reads a tuple type',
    parameters: OfGraph,
    results: z.array(WireTuple),
  },
  'POST /gsql/v1/udt/tuples': {
    needs: 'WRITE_SCHEMA',
    about: 'Creates tuple types, from GSQL or JSON',
    parameters: z.object({ gsql: flag }),
    body: CreateTuples,
  },
  'DELETE /gsql/v1/udt/tuples': {
    needs: 'WRITE_SCHEMA',
    about: 'Drops tuple types',
    parameters: z.object({ tupleName: names }),
  },
  'DELETE /gsql/v1/udt/tuples/:name': { needs: 'WRITE_SCHEMA', about: 'Drops a tuple type' },
  'GET /gsql/v1/udt/accum': {
    needs: 'READ_SCHEMA',
    about: 'Lists accumulator types',
    refused: NO_ACCUMULATORS,
  },
  'GET /gsql/v1/udt/accum/:name': {
    needs: 'READ_SCHEMA',
    about: 'Reads an accumulator type',
    refused: NO_ACCUMULATORS,
  },
  'POST /gsql/v1/udt/accum': {
    needs: 'WRITE_SCHEMA',
    about: 'Creates an accumulator type',
    refused: NO_ACCUMULATORS,
  },
  'DELETE /gsql/v1/udt/accum': {
    needs: 'WRITE_SCHEMA',
    about: 'Drops accumulator types',
    refused: NO_ACCUMULATORS,
  },
  'DELETE /gsql/v1/udt/accum/:name': {
    needs: 'WRITE_SCHEMA',
    about: 'Drops an accumulator type',
    refused: NO_ACCUMULATORS,
  },
  'GET /gsql/v1/udt/files': {
    needs: 'superuser',
    about: 'Reads the files of functions',
    results: z.record(z.string(), z.string()),
  },
  'GET /gsql/v1/udt/files/:name': {
    needs: 'superuser',
    about: 'Reads a file of functions',
    results: z.record(z.string(), z.string()),
  },
  'PUT /gsql/v1/udt/files': {
    needs: 'superuser',
    about: 'Saves files of functions',
    body: PutFunctionFiles,
  },
  'PUT /gsql/v1/udt/files/:name': { needs: 'superuser', about: 'Saves a file of functions', body: 'text' },
  'DELETE /gsql/v1/udt/files': {
    needs: 'superuser',
    about: 'Empties files of functions',
    parameters: z.object({ name: names }),
  },
  'GET /gsql/v1/udt/token-functions': {
    needs: 'signedIn',
    about: 'Lists the functions that loading jobs may call',
    results: z.array(TokenFunction),
  },
  'GET /gsql/v1/udt/token-functions/:name': {
    needs: 'signedIn',
    about: 'Reads a function that loading jobs may call',
    results: TokenFunction,
  },
  'GET /gsql/v1/stats/cardinality': {
    needs: 'READ_DATA',
    about: 'Counts vertices and edges by type, and edges by their ends',
    parameters: InGraph,
    results: Cardinality,
  },
  'POST /gsql/v1/stats/cardinality': {
    needs: 'READ_DATA',
    about: 'Counts afresh',
    refused: NO_STATISTICS,
  },
  'DELETE /gsql/v1/stats/cardinality': {
    needs: 'READ_DATA',
    about: 'Forgets counts',
    refused: NO_STATISTICS,
  },
  'GET /gsql/v1/stats/histogram': {
    needs: 'READ_DATA',
    about: "Gives a histogram of an attribute's values",
    parameters: HistogramParameters.partial(),
    body: HistogramParameters.partial(),
    answer: 'json',
    results: z.array(z.object({ histogram: z.array(HistogramBucket) })),
  },
  'POST /gsql/v1/stats/histogram': {
    needs: 'READ_DATA',
    about: "Measures a histogram of an attribute's values",
    parameters: HistogramParameters.partial(),
    body: HistogramParameters.partial(),
    answer: 'json',
    results: z.record(z.string(), HistogramBucket),
  },
  'DELETE /gsql/v1/stats/histogram': {
    needs: 'READ_DATA',
    about: 'Forgets a histogram',
    refused: NO_STATISTICS,
  },
  'GET /gsql/v1/clear-store': {
    needs: 'CLEAR_GRAPHSTORE',
    about: 'Deletes all vertices and edges of all graphs',
  },
  'GET /gsql/v1/drop-all': {
    needs: 'DROP_ALL',
    about: 'Drops all graphs, types, jobs and queries with all data',
  },
  'POST /gsql/v1/db-export': {
    needs: 'EXPORT_GRAPH',
    about: 'Exports graphs into a folder of the outputs',
    body: ExportBody,
  },
  'POST /gsql/v1/db-import': {
    needs: 'DROP_ALL',
    about: 'Imports graphs from a folder of outputs, in place of what is there',
    body: ImportBody,
  },
} as const satisfies WorkspaceCalls;
