/**
 * The one interface between the control plane and whatever runs a workspace. Every method is
 * idempotent: an operation that was cut off by a crash calls it again with the same arguments.
 * Sizes in bytes, processors in cores.
 */
export interface WorkspaceSpec {
  readonly workspaceId: string;
  /** The data that the workspace opens; outlives the workspace. */
  readonly databaseId: string;
  readonly readOnly: boolean;
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly version: string;
}

export type WorkspaceCondition =
  /** Answers requests; `note` says in a sentence when it got less than its size asks for. */
  | { readonly state: 'running'; readonly restarts: number; readonly note?: string }
  /** Being started, or started again after it died; `lastExit` says how, in words that follow "It". */
  | { readonly state: 'starting'; readonly restarts: number; readonly lastExit?: string }
  | { readonly state: 'stopped' }
  /** Given up after repeated deaths; `reason` is for people. */
  | { readonly state: 'failed'; readonly restarts: number; readonly reason: string };

/** Where the workspace's own API listens, for the gateway alone. */
export type WorkspaceAddress =
  { readonly kind: 'socket'; readonly path: string } | { readonly kind: 'url'; readonly origin: string };

export interface Activity {
  readonly runningQueries: number;
  readonly runningLoads: number;
  readonly lastActivityAt: Date;
}

export interface Driver {
  readonly name: string;
  /** Makes what the workspace needs beside its data (folders, volumes). */
  create(spec: WorkspaceSpec): Promise<void>;
  /** Starts it and resolves when it answers. Rejects with a sentence for people. */
  start(spec: WorkspaceSpec): Promise<void>;
  /** Stops it cleanly; what was acknowledged is durable. */
  stop(workspaceId: string): Promise<void>;
  /** Removes all but the data. */
  delete(workspaceId: string): Promise<void>;
  deleteDatabase(databaseId: string): Promise<void>;
  /** Bytes that the database takes. */
  databaseSize(databaseId: string): Promise<number>;
  condition(workspaceId: string): WorkspaceCondition;
  /** Called with every change of a condition. Returns a function that ends the watching. */
  watch(listener: (workspaceId: string, condition: WorkspaceCondition) => void): () => void;
  address(workspaceId: string): WorkspaceAddress;
  /** Headers by which the workspace trusts what the gateway says of the caller. */
  trust(workspaceId: string): Readonly<Record<string, string>>;
  activity(workspaceId: string): Promise<Activity>;
  /** Last lines that the workspace wrote, newest last. */
  logs(workspaceId: string, lines: number): Promise<readonly string[]>;
  /** Stops everything that the driver runs; for the shutdown of the control plane. */
  close(): Promise<void>;
}
