/** Vertices and edges: read, written, counted, searched. */
import { z } from 'zod';
import {
  BuiltinRequest,
  DeletedEdges,
  DeletedVertices,
  EdgeCount,
  ListParameters,
  UpsertParameters,
  UpsertResult,
  VectorStatusParameters,
  VertexCount,
  WireEdge,
  WireVertex,
} from '../graph-data.ts';
import {
  ConnectionRequest,
  Connections,
  ExpandRequest,
  Expansion,
  PathRequest,
  Paths,
  SearchAnswer,
  SearchRequest,
  Subgraph,
  SubgraphRequest,
} from '../traversals.ts';
import { EditAnswer, EditRequest } from '../edits.ts';
import { DdlParameters, OnlinePostResult } from '../loading.ts';
import { DataProfile } from '../data-profile.ts';
import { recordOf } from '../../record-of.ts';
import type { WorkspaceCalls } from './call.ts';

const Chosen = ListParameters.pick({ filter: true, sort: true, limit: true });
const EdgeParameters = ListParameters.extend({
  not_wildcard: z.stringbool().optional().describe('Takes `_` for a name, not for any'),
});
const EDGES = '/graph/{graph_name}/edges/{source_vertex_type}/{source_vertex_id}';
const EDGES_TO_TYPE = `${EDGES}/{edge_type}/{target_vertex_type}`;
const VectorStatus = z.union([
  z.object({ NeedRebuildServers: z.array(z.string()) }),
  z.record(z.string(), z.record(z.string(), z.array(z.string()))),
]);

const OptionalNumber = z.coerce.number().int().optional();
const VertexRef = z.object({ type: z.string(), id: z.union([z.string(), z.number()]).transform(String) });
/** The shapes that GraphStudio sends are not documented: these are as those of the paths and of /expand. */
export const KStepRequest = z.strictObject({
  source_vertices: z.array(VertexRef).min(1).max(1000),
  expansion_steps: z
    .array(
      z.strictObject({
        expansion_edge_types: z.array(z.string()).optional(),
        expansion_vertex_types: z.array(z.string()).optional(),
        expansion_limit: z.int().min(1).max(10_000).default(200),
      }),
    )
    .min(1)
    .max(10),
});
export const SearchVertexRequest = z.strictObject({
  vertex_filters: z
    .array(
      z.strictObject({
        type: z.string(),
        condition: z.string().default(''),
        limit: z.int().min(0).max(10_000).default(100),
      }),
    )
    .min(1)
    .max(100),
});

export const dataCalls = {
  'GET /restpp/graph/:graph/vertices/:type': {
    needs: 'READ_DATA',
    about: 'Lists vertices of a type',
    offered: true,
    parameters: ListParameters,
    results: z.union([z.array(WireVertex), z.array(VertexCount)]),
  },
  'GET /restpp/graph/:graph/vertices/:type/:id': {
    needs: 'READ_DATA',
    about: 'Reads a vertex',
    offered: true,
    parameters: ListParameters.pick({ select: true }),
    results: z.union([z.array(WireVertex), z.array(VertexCount)]),
  },
  'DELETE /restpp/graph/:graph/vertices/:type': {
    needs: 'DELETE_DATA',
    about: 'Deletes vertices of a type with their edges: those that match the filter, else all',
    offered: true,
    parameters: Chosen,
    results: DeletedVertices,
  },
  'DELETE /restpp/graph/:graph/vertices/:type/:id': {
    needs: 'DELETE_DATA',
    about: 'Deletes a vertex with its edges',
    offered: true,
    results: DeletedVertices,
  },
  'DELETE /restpp/graph/:graph/delete_by_type/vertices/:type': {
    needs: 'DELETE_DATA',
    about: 'Deletes all vertices of a type with their edges',
    results: DeletedVertices,
  },
  'GET /restpp/graph/:graph/edges/*': {
    needs: 'READ_DATA',
    about: 'Lists edges of a vertex; parts behind its id choose among them, `_` for any',
    parameters: EdgeParameters,
    results: z.union([z.array(WireEdge), z.array(EdgeCount)]),
    endpoints: [
      { path: EDGES, about: 'Lists the edges of a vertex', offered: true },
      { path: `${EDGES}/{edge_type}`, about: 'Lists the edges of a vertex of one type', offered: true },
      { path: EDGES_TO_TYPE, about: 'Lists the edges of a vertex to vertices of one type', offered: true },
      {
        path: `${EDGES_TO_TYPE}/{target_vertex_id}`,
        about: 'Reads the edges between two vertices',
        offered: true,
      },
    ],
  },
  'DELETE /restpp/graph/:graph/edges/*': {
    needs: 'DELETE_DATA',
    about: 'Deletes edges of a vertex; parts behind its id choose among them, `_` for any',
    parameters: Chosen,
    results: z.array(DeletedEdges),
    endpoints: [
      {
        path: EDGES,
        about: 'Deletes the edges of a vertex: those that match the filter, else all',
        offered: true,
      },
      { path: `${EDGES}/{edge_type}`, about: 'Deletes the edges of a vertex of one type' },
      { path: EDGES_TO_TYPE, about: 'Deletes the edges of a vertex to vertices of one type' },
      {
        path: `${EDGES_TO_TYPE}/{target_vertex_id}`,
        about: 'Deletes the edges between two vertices',
        offered: true,
      },
    ],
  },
  'POST /restpp/graph/:graph': {
    needs: 'CREATE_DATA',
    about: 'Writes vertices and edges',
    offered: true,
    parameters: UpsertParameters,
    body: z.object({ vertices: recordOf(z.unknown()).optional(), edges: recordOf(z.unknown()).optional() }),
    results: z.array(UpsertResult),
  },
  'POST /restpp/ddl/:graph': {
    needs: 'EXECUTE_LOADINGJOB',
    about: 'Runs a loading job over lines of data',
    offered: true,
    parameters: DdlParameters,
    body: 'lines',
    results: z.array(OnlinePostResult),
  },
  'POST /restpp/builtins/:graph': {
    needs: 'READ_DATA',
    about: 'Counts vertices or edges, or gives statistics of their attributes, by type',
    body: BuiltinRequest,
    results: z.array(z.union([VertexCount, EdgeCount, z.looseObject({ attributes: z.unknown() })])),
  },
  'POST /restpp/shortestpath/:graph': {
    needs: 'READ_DATA',
    about: 'Finds shortest paths',
    body: PathRequest,
    results: z.array(Paths),
  },
  'POST /restpp/allpaths/:graph': {
    needs: 'READ_DATA',
    about: 'Finds all paths',
    body: PathRequest,
    results: z.array(Paths),
  },
  'POST /restpp/connections/:graph': {
    needs: 'READ_DATA',
    about: 'Finds the shortest paths between any two of some vertices',
    body: ConnectionRequest,
    results: z.array(Connections),
  },
  'POST /restpp/search/:graph': {
    needs: 'READ_DATA',
    about: 'Finds vertices by a text in their id or attributes',
    body: SearchRequest,
    results: z.array(SearchAnswer),
  },
  'POST /restpp/edit/:graph': {
    needs: 'UPDATE_DATA',
    about: 'Saves edits of vertices and edges, all or none, where they are as they were seen',
    body: EditRequest,
    results: z.array(EditAnswer),
  },
  'POST /restpp/expand/:graph': {
    needs: 'READ_DATA',
    about: 'Gives the neighbours of many vertices, in one step or several',
    body: ExpandRequest,
    results: z.array(Expansion),
  },
  'POST /restpp/subgraph/:graph': {
    needs: 'READ_DATA',
    about: 'Gives vertices by their ids and the edges among them',
    body: SubgraphRequest,
    results: z.array(Subgraph),
  },
  'GET /restpp/deleted_vertex_check': {
    needs: 'READ_DATA',
    about:
      'Passes: deletions are in the store before they are acknowledged, so no part of the server lags behind',
    parameters: z.object({
      threadnum: OptionalNumber,
      segid: z.string().optional(),
      vertextype: z.string().optional(),
      verbose: OptionalNumber,
      log: z.string().optional(),
    }),
    results: z.array(z.object({ GPE: z.string(), PassCheck: z.boolean(), UnSyncList: z.array(z.unknown()) })),
  },
  'GET /restpp/data_consistency_check': {
    needs: 'READ_DATA',
    about: 'Compares replicas',
    refused: 'There is one copy of the data on one machine: nothing can differ from it.',
  },
  'POST /restpp/kstep_expansion/:graph': {
    needs: 'READ_DATA',
    about: 'Gives what is around vertices, step by step',
    body: KStepRequest,
    results: z.array(Subgraph),
  },
  'POST /restpp/searchvertex/:graph': {
    needs: 'READ_DATA',
    about: 'Finds vertices by conditions',
    body: SearchVertexRequest,
    results: z.array(z.object({ vertices: z.array(WireVertex) })),
  },
  'GET /restpp/rebuildnow': {
    needs: 'signedIn',
    about: 'Does nothing: what is written is in the graph at once',
    results: z.array(z.unknown()),
  },
  'POST /restpp/rebuildnow': {
    needs: 'signedIn',
    about: 'Does nothing: what is written is in the graph at once',
    results: z.array(z.unknown()),
  },
  'GET /restpp/rebuildnow/:graph': {
    needs: 'READ_DATA',
    about: 'Does nothing: what is written is in the graph at once',
    offered: true,
    results: z.array(z.unknown()),
  },
  'POST /restpp/rebuildnow/:graph': {
    needs: 'READ_DATA',
    about: 'Does nothing: what is written is in the graph at once',
    results: z.array(z.unknown()),
  },
  'GET /restpp/vector/status': {
    needs: 'READ_DATA',
    about: 'Says which indexes of vectors of all graphs are being built',
    parameters: VectorStatusParameters,
    results: VectorStatus,
  },
  'GET /restpp/vector/status/:graph': {
    needs: 'READ_DATA',
    about: 'Says which indexes of vectors are being built',
    parameters: VectorStatusParameters,
    results: VectorStatus,
  },
  'GET /restpp/vector/status/:graph/:type': {
    needs: 'READ_DATA',
    about: 'Says which indexes of vectors of a type are being built',
    parameters: VectorStatusParameters,
    results: VectorStatus,
  },
  'GET /restpp/vector/status/:graph/:type/:name': {
    needs: 'READ_DATA',
    about: 'Says whether the index of a vector attribute is being built',
    parameters: VectorStatusParameters,
    results: VectorStatus,
  },
  'GET /api/data-profile/:graph': {
    needs: 'READ_DATA',
    about: "Gives statistics of a graph's data",
    results: DataProfile,
  },
} as const satisfies WorkspaceCalls;
