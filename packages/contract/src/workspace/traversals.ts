/**
 * Walks through a graph and searches in it, for many vertices in one request. Every call stops when its client closes
 * the connection, and is refused where it would answer with more than `MOST_ANSWERED` edges.
 */
import { z } from 'zod';
import { WireEdge, WireVertex } from './graph-data.ts';

/** The most edges of one answer. */
export const MOST_ANSWERED = 200_000;

const VertexName = z.object({ type: z.string(), id: z.union([z.string(), z.number()]).transform(String) });
/**
 * A condition compares attributes, such as `amount > 100 AND lower(city) == "kyiv"`, and calls `lower`, `upper`,
 * `to_string` and `to_datetime` alone; type `*`: of every type.
 */
const TypeFilter = z.object({ type: z.string(), condition: z.string() });

const Direction = z.enum(['any', 'out', 'in']);

/** The edges that a step follows, and the vertices that it may come to. */
const STEP = {
  /** Absent: all; a reverse edge type is walked as the type that it reverses. */
  edgeTypes: z.array(z.string()).max(10_000).optional(),
  /** The ways in which directed edges are followed. */
  direction: Direction.default('any'),
  /** Types of the vertices that are come to; absent: all. */
  vertexTypes: z.array(z.string()).max(10_000).optional(),
  vertexFilters: z.array(TypeFilter).max(100).default([]),
  edgeFilters: z.array(TypeFilter).max(100).default([]),
};

export const ExpandStep = z.object({
  ...STEP,
  /** Edges for each vertex at most, a sample where it has more. */
  limit: z.int().min(1).max(10_000).default(200),
});
export type ExpandStep = z.input<typeof ExpandStep>;

/** POST /restpp/expand/{graph}: neighbours of many vertices at once. */
export const ExpandRequest = ExpandStep.extend({
  vertices: z.array(VertexName).min(1).max(10_000),
  /** Further steps, each from the vertices that the one before came to. */
  then: z.array(ExpandStep).max(9).default([]),
  /** Answers with the counts alone. */
  countOnly: z.boolean().default(false),
});
export type ExpandRequest = z.input<typeof ExpandRequest>;

/**
 * `counts` are those of the first step: all edges that fit, whatever the limit; an edge between two of the vertices
 * counts for both, a loop once. `vertices` were come to by any step.
 */
export const Expansion = z.object({
  counts: z.array(
    z.object({
      e_type: z.string(),
      direction: z.enum(['out', 'in', 'undirected']),
      count: z.number(),
    }),
  ),
  vertices: z.array(WireVertex),
  edges: z.array(WireEdge),
});
export type Expansion = z.infer<typeof Expansion>;

/** POST /restpp/subgraph/{graph}: vertices by their ids, and the edges whose two ends are among them. */
export const SubgraphRequest = z.object({
  vertices: z.array(VertexName).min(1).max(100_000),
  /** Absent: all. */
  edgeTypes: z.array(z.string()).max(10_000).optional(),
});
export type SubgraphRequest = z.input<typeof SubgraphRequest>;

export const Subgraph = z.object({ vertices: z.array(WireVertex), edges: z.array(WireEdge) });
export type Subgraph = z.infer<typeof Subgraph>;

/** POST /restpp/shortestpath/{graph} and /restpp/allpaths/{graph}. Filters hold for all vertices but the sources. */
export const PathRequest = z.object({
  source: VertexName.optional(),
  sources: z.array(VertexName).max(1000).optional(),
  target: VertexName.optional(),
  targets: z.array(VertexName).max(1000).optional(),
  ...STEP,
  /** Absent, as TigerGraph has it: forwards, along reverse edge types too. */
  direction: Direction.optional(),
  /** Types of the vertices between the ends; absent: all. */
  vertexTypes: STEP.vertexTypes,
  maxLength: z.int().min(1).default(6),
  allShortestPaths: z.boolean().default(false),
  /**
   * Paths at most, the shortest first: `paths` lists them, and the answer holds their vertices and edges alone. Absent,
   * as TigerGraph has it: everything on any path, also where one passes a vertex twice.
   */
  limit: z.int().min(1).max(1000).optional(),
});
export type PathRequest = z.input<typeof PathRequest>;

export const Paths = Subgraph.extend({
  /** Each path as the places of its vertices in `vertices`; edges between the same two vertices make one path. */
  paths: z.array(z.array(z.number())).optional(),
  /** There are more paths than `limit`, or than could be looked at. */
  more: z.boolean().optional(),
});
export type Paths = z.infer<typeof Paths>;

/**
 * POST /restpp/connections/{graph}: all shortest paths between any two of some vertices, along edges in either direction.
 * Types and filters hold for the vertices between them.
 */
export const ConnectionRequest = z.object({
  vertices: z.array(VertexName).min(2).max(100),
  edgeTypes: STEP.edgeTypes,
  vertexTypes: STEP.vertexTypes,
  vertexFilters: STEP.vertexFilters,
  edgeFilters: STEP.edgeFilters,
  /** Edges of a path at most. */
  maxLength: z.int().min(1).max(10).default(4),
});
export type ConnectionRequest = z.input<typeof ConnectionRequest>;

export const Connections = Subgraph.extend({
  /** Two of the vertices that a path connects, by their places in `vertices`, and its length. */
  pairs: z.array(z.object({ from: z.number(), to: z.number(), length: z.number() })),
});
export type Connections = z.infer<typeof Connections>;

/** POST /restpp/search/{graph}: vertices by a text in their id or attributes, in any case of letters. */
export const SearchRequest = z.object({
  text: z.string().trim().min(1).max(4096),
  /** Types to look in; absent: all. */
  types: z
    .array(
      z.object({
        type: z.string(),
        /** Absent: the id and all attributes of type STRING. An empty list: the id alone. */
        attributes: z.array(z.string()).max(1000).optional(),
      }),
    )
    .min(1)
    .max(10_000)
    .optional(),
  match: z.enum(['contains', 'begins', 'equals']).default('contains'),
  limit: z.int().min(1).max(1000).default(50),
});
export type SearchRequest = z.input<typeof SearchRequest>;

/** Those that equal the text come first, then those that begin with it. */
export const SearchAnswer = z.object({
  hits: z.array(
    z.object({
      vertex: WireVertex,
      /** The attribute that holds the text; null: the id. */
      attribute: z.string().nullable(),
    }),
  ),
  /** More vertices hold the text than `limit`. */
  more: z.boolean(),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;
