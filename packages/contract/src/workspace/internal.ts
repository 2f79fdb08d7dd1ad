/** Calls of the control plane to a workspace that it runs; never reachable through the gateway. */
import { z } from 'zod';
import { DatabaseRole } from './auth.ts';
import { LoadState } from './loading.ts';

/** Upper bounds of the latency histogram's buckets in milliseconds; one more bucket takes the rest. */
export const LATENCY_BOUNDS_MS = [
  1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000,
] as const;

/** Counters that only grow while the process lives; readers compute differences. */
export const WorkspaceCounters = z.object({
  /** Processor time of the process and its threads. */
  cpuMicroseconds: z.number(),
  queries: z.number(),
  /** Queries that ended with an error, timeouts and cancels included. */
  queryErrors: z.number(),
  queryTimeouts: z.number(),
  /** Ended queries by latency: one count for each bound and one for the rest. */
  queryLatency: z.array(z.number()).length(LATENCY_BOUNDS_MS.length + 1),
  requests: z.number(),
  /** Requests answered with 5xx. */
  requestErrors: z.number(),
  loads: z.number(),
  loadErrors: z.number(),
  rowsLoaded: z.number(),
  rowsRejected: z.number(),
});
export type WorkspaceCounters = z.infer<typeof WorkspaceCounters>;

/** The most loads that a workspace tells of. */
export const LOADS_TOLD = 50;

/** A load in a few words, as the control plane keeps it. */
export const InternalLoad = z.object({
  id: z.string(),
  graph: z.string(),
  job: z.string(),
  /** The person who began it; null where that was not kept. */
  by: z.string().nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  state: LoadState,
  /** Names of its files. */
  files: z.array(z.string()),
  /** Vertices and edges that are new, and that were there. */
  made: z.number(),
  updated: z.number(),
  /** Lines and objects. */
  rejected: z.number(),
  error: z.string().nullable(),
});
export type InternalLoad = z.infer<typeof InternalLoad>;

export const InternalStatus = z.object({
  activity: z.object({
    runningQueries: z.number(),
    runningLoads: z.number(),
    lastActivityAt: z.iso.datetime(),
  }),
  /** Bytes. */
  memory: z.object({ graphBytes: z.number(), limitBytes: z.number(), processBytes: z.number() }),
  /** Start of serving: counters begin at zero then. */
  startedAt: z.iso.datetime(),
  counters: WorkspaceCounters,
  /** Over all graphs; null while a count would make the workspace load data that is not in memory yet. */
  vertexCount: z.number().nullable(),
  edgeCount: z.number().nullable(),
  readOnly: z.boolean(),
  /** The newest loads, dry runs left out. */
  loads: z.array(InternalLoad).default([]),
});
export type InternalStatus = z.infer<typeof InternalStatus>;

/** `POST /internal/copy`: a consistent copy of the data, taken between two commits while others go on. */
export const InternalCopy = z.object({
  /** Absolute path of a folder that does not exist yet; it appears complete or not at all. */
  folder: z.string(),
});
export const InternalCopied = z.object({
  bytes: z.number(),
  /** Milliseconds for which writes had to wait. */
  writesHeldMs: z.number(),
});
export type InternalCopied = z.infer<typeof InternalCopied>;

/**
 * `GET /internal/checksums`: checksums that compare two folders of data. Equal rows give equal texts, whatever their
 * order and whichever process computes them.
 */
export const InternalChecksums = z.object({
  /** Checksum of types, graphs, queries and loading jobs. */
  catalog: z.string(),
  types: z.array(
    z.object({
      /** The graph that alone sees the type; null for a global one. */
      graph: z.string().nullable(),
      kind: z.enum(['vertex', 'edge']),
      type: z.string(),
      count: z.number(),
      checksum: z.string(),
    }),
  ),
});
export type InternalChecksums = z.infer<typeof InternalChecksums>;

/**
 * `PUT /internal/people`: everybody of the organisation who has access to the workspace at this moment, with the role
 * that follows from the organisation. A workspace that has just started accepts no credentials of people before this
 * call.
 */
export const InternalPeople = z.object({
  people: z.array(
    z.object({
      email: z.string().min(1),
      role: DatabaseRole,
      /** Whether the organisation demands a second factor that the person lacks: their tokens and secrets are refused. */
      lacks_second_factor: z.boolean().default(false),
    }),
  ),
});
export type InternalPeople = z.infer<typeof InternalPeople>;

/** Parts of a workspace that write its log; TigerGraph's names where a part does the work of that service. */
export const LOG_COMPONENTS = ['restpp', 'gsql', 'gpe', 'gui', 'nginx', 'loader', 'admin'] as const;

/** A line on the output of a workspace that was started with ACACIA_LOG=json; more fields may follow. */
export const WorkspaceLogLine = z.looseObject({
  time: z.iso.datetime(),
  level: z.enum(['info', 'warn', 'error', 'fatal']),
  component: z.enum(LOG_COMPONENTS),
  msg: z.string(),
});
export type WorkspaceLogLine = z.infer<typeof WorkspaceLogLine>;

/** Message on the IPC channel that makes a standby process (`--standby`) open the data and serve. */
export const PROMOTE = { kind: 'promote' } as const;

/**
 * Headers in which the gateway passes on the caller and the caller's address to a workspace. The workspace trusts them
 * only with the key. A request with an address came through the gateway; the control plane's own requests have none.
 */
export const GATEWAY_HEADERS = {
  key: 'x-acacia-key',
  user: 'x-acacia-user',
  role: 'x-acacia-role',
  address: 'x-acacia-address',
} as const;

/** Days for which tokens and secrets of a workspace may be valid. */
export const CREDENTIAL_DAYS = { least: 1, most: 3650, usual: 90 } as const;
