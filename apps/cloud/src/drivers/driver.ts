/**
 * The one interface between the control plane and whatever runs a workspace
 * (docs/adr/0014-one-driver-interface.md maps each call to other platforms). Every method is
 * idempotent: an operation that was cut off by a crash calls it again with the same arguments.
 * Sizes in bytes, processors in cores. Errors are sentences for people.
 */
import type { LogEntry, WorkspaceCounters } from '@acacia/contract';

export interface WorkspaceSpec {
  readonly workspaceId: string;
  /** The data that the workspace opens; outlives the workspace. */
  readonly databaseId: string;
  /** What a read-only workspace opens instead: a snapshot of that database. Null: read and write. */
  readonly snapshotId: string | null;
  /** 1, or with high availability how many copies there are, of which one serves and the others take over. */
  readonly replicas: number;
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly version: string;
}

export type WorkspaceCondition =
  /**
   * Answers requests. `note` says in a sentence when it got less than its size asks for; `degraded`:
   * what would take over is being rebuilt.
   */
  | {
      readonly state: 'running';
      readonly restarts: number;
      readonly note?: string;
      readonly degraded?: boolean;
    }
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

/** One reading of what a running workspace uses and has done. */
export interface Reading {
  /** Counters began at zero then: a later moment than before means that it was restarted. */
  readonly startedAt: Date;
  readonly counters: WorkspaceCounters;
  readonly runningQueries: number;
  readonly runningLoads: number;
  /** Processors that it may use. */
  readonly cpus: number;
  /** Of all its processes. */
  readonly memoryBytes: number;
  readonly memoryLimitBytes: number;
  readonly graphBytes: number;
  readonly graphLimitBytes: number;
  readonly storageBytes: number;
  /** What the volume of its data holds altogether, and how much of it is taken by whatever. */
  readonly volumeBytes: number;
  readonly volumeUsedBytes: number;
  readonly vertexCount: number | null;
  readonly edgeCount: number | null;
}

export interface LogLine {
  readonly at: Date;
  /** e.g. `m1`, or `m2` for a replica. */
  readonly host: string;
  readonly component: string;
  readonly level: LogEntry['level'];
  readonly text: string;
}

/** A database, and the read-write workspace that may have it open. */
export interface DatabaseSource {
  readonly databaseId: string;
  readonly workspaceId: string | null;
}

/** What a backup holds: by this it is proved. */
export interface BackupContent {
  readonly sizeBytes: number;
  /** The driver's own record of files and checksums; kept by the control plane and given back to it. */
  readonly manifest: unknown;
}

/** What came of restoring a backup in a place of its own and comparing it with its manifest. */
export interface BackupProof {
  readonly proved: boolean;
  /** What was compared, and what differed, a sentence each. */
  readonly findings: readonly string[];
}

export interface Driver {
  readonly name: string;
  /** Makes what the workspace needs beside its data (folders, volumes). */
  create(spec: WorkspaceSpec): Promise<void>;
  /**
   * Makes it run as the spec says and resolves when it answers. One that runs by another spec (another
   * size, replicas, version or snapshot) is brought to this one, with a restart where that needs one.
   */
  start(spec: WorkspaceSpec): Promise<void>;
  /** Stops it cleanly; what was acknowledged is durable. */
  stop(workspaceId: string): Promise<void>;
  /** Removes all but the data. */
  delete(workspaceId: string): Promise<void>;
  /** Removes a database with its snapshots; its backups stay. */
  deleteDatabase(databaseId: string): Promise<void>;
  /** Bytes that the database takes, without its snapshots. */
  databaseSize(databaseId: string): Promise<number>;

  /** Copies the database as it is between two commits, while others read and write. */
  takeSnapshot(source: DatabaseSource, snapshotId: string): Promise<{ readonly sizeBytes: number }>;
  deleteSnapshot(databaseId: string, snapshotId: string): Promise<void>;

  /** As a snapshot, into the store of backups. */
  backUp(source: DatabaseSource, backupId: string): Promise<BackupContent>;
  /**
   * Replaces the data of a database, which nothing may have open, by a backup's: wholly, or not at all.
   * @param from the database that the backup was taken of
   */
  restore(backupId: string, from: string, manifest: unknown, into: string): Promise<void>;
  proveBackup(backupId: string, from: string, manifest: unknown): Promise<BackupProof>;
  deleteBackup(backupId: string, databaseId: string): Promise<void>;

  condition(workspaceId: string): WorkspaceCondition;
  /** Called with every change of a condition. Returns a function that ends the watching. */
  watch(listener: (workspaceId: string, condition: WorkspaceCondition) => void): () => void;
  address(workspaceId: string): WorkspaceAddress;
  /** Headers by which the workspace trusts what the gateway says of the caller. */
  trust(workspaceId: string): Readonly<Record<string, string>>;
  activity(workspaceId: string): Promise<Activity>;
  /** Rejects when it does not run. */
  reading(workspaceId: string): Promise<Reading>;
  /**
   * Lines that it wrote after a cursor, oldest first, and the cursor after them. '' is before the oldest
   * line that is kept. Never starts it.
   */
  logs(
    workspaceId: string,
    cursor: string,
    limit: number,
  ): Promise<{ readonly lines: readonly LogLine[]; readonly cursor: string }>;
  /** Stops everything that the driver runs; for the shutdown of the control plane. */
  close(): Promise<void>;
}
