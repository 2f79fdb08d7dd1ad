/** Calls of a workspace about graphs and their types. */
import {
  SchemaChangePreview,
  SchemaReverted,
  SchemaRevertPreview,
  SchemaVersion,
  WireEdgeType,
  WireGraph,
  WireGraphSchema,
  WireVertexType,
  type WireSchemaChange,
} from '@acacia/contract';
import { z } from 'zod';
import { callTo, graphOf } from '../workspace-paths.ts';
import type { CallOptions } from '../workspace-transport.ts';
import { inParts } from './in-parts.ts';
import type { Sending } from './sending.ts';

/** Types that are validated in one task of the page: 5,000 at once took 340 ms of the processor. */
const TYPES_AT_ONCE = 250;

const UnreadSchema = WireGraphSchema.extend({
  VertexTypes: z.array(z.unknown()),
  EdgeTypes: z.array(z.unknown()),
});

export function schemaCalls({ transport, results, message }: Sending) {
  return {
    graphs: async (options: CallOptions = {}): Promise<readonly WireGraph[]> => {
      const answer = await transport.json({ ...callTo('GET /gsql/v1/schema/graphs'), ...options });
      return z.object({ graphs: z.array(WireGraph) }).parse(answer).graphs;
    },
    schema: async (graph: string | null, options: CallOptions = {}): Promise<WireGraphSchema> => {
      const unread = await results(UnreadSchema, {
        ...callTo('GET /gsql/v1/schema'),
        query: { graph: graphOf(graph) },
        ...options,
      });
      return {
        ...unread,
        VertexTypes: await inParts(WireVertexType, unread.VertexTypes, TYPES_AT_ONCE),
        EdgeTypes: await inParts(WireEdgeType, unread.EdgeTypes, TYPES_AT_ONCE),
      };
    },
    /** Creates a graph of global types; an empty list creates an empty graph, `*` takes all. */
    createGraph: (graph: string, types: readonly string[] | '*' = []) =>
      message({
        ...callTo('POST /gsql/v1/schema/graphs'),
        query: { gsql: types.length > 0, graphName: graph },
        json:
          types.length > 0
            ? { gsql: `CREATE GRAPH ${graph}(${types === '*' ? '*' : types.join(', ')})` }
            : { GraphName: graph, VertexTypes: [], EdgeTypes: [] },
      }),
    dropGraph: (graph: string) =>
      message({
        ...callTo('DELETE /gsql/v1/schema/graphs/:graph', { graph }),
        query: { cascade: true },
      }),
    /** The effects of a change, which is not made. */
    previewSchemaChange: (graph: string | null, change: WireSchemaChange, options: CallOptions = {}) =>
      results(SchemaChangePreview, {
        ...callTo('POST /gsql/v1/schema/change/preview'),
        query: { graph: graphOf(graph) },
        json: change,
        ...options,
      }),
    changeSchema: (graph: string | null, change: WireSchemaChange, options: CallOptions = {}) =>
      message({
        ...callTo('POST /gsql/v1/schema/change'),
        query: { graph: graphOf(graph) },
        json: change,
        ...options,
      }),
    /** The newest versions of a schema, newest first. @param graph null: of the global types */
    schemaVersions: (graph: string | null, options: CallOptions = {}) =>
      results(z.array(SchemaVersion), {
        ...callTo('GET /gsql/v1/schema/versions'),
        query: { graph: graphOf(graph) },
        ...options,
      }),
    /** The GSQL of a version's types. */
    schemaVersionText: async (graph: string | null, version: number, options: CallOptions = {}) => {
      const answer = await results(z.object({ text: z.string() }), {
        ...callTo('GET /gsql/v1/schema/versions/:version', { version }),
        query: { graph: graphOf(graph) },
        ...options,
      });
      return answer.text;
    },
    /** The effects of reverting a version, which is not done. */
    previewSchemaRevert: (graph: string | null, version: number, options: CallOptions = {}) =>
      results(SchemaRevertPreview, {
        ...callTo('GET /gsql/v1/schema/versions/:version/revert', { version }),
        query: { graph: graphOf(graph) },
        ...options,
      }),
    /** Undoes the change that a version was, with the data that it dropped. */
    revertSchema: (graph: string | null, version: number) =>
      results(SchemaReverted, {
        ...callTo('POST /gsql/v1/schema/versions/:version/revert', { version }),
        query: { graph: graphOf(graph) },
      }),
    /** Erases the data that is kept for reverting a version. */
    eraseSchemaRevert: (graph: string | null, version: number) =>
      message({
        ...callTo('DELETE /gsql/v1/schema/versions/:version/revert', { version }),
        query: { graph: graphOf(graph) },
      }),
  };
}
