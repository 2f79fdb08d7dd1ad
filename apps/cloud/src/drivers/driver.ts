/**
 * The one interface between the control plane and the platforms that run workspaces
 * (docs/adr/0014-one-driver-interface.md maps each call to other platforms). Every method is
 * idempotent: an operation that was cut off by a crash calls it again with the same arguments.
 * Sizes in bytes, processors in cores. Errors are sentences for people.
 */
import type { InternalLoad, LogEntry, WorkspaceCounters } from '@acacia/contract';

export interface WorkspaceSpec {
  readonly workspaceId: string;
  /** The database that the workspace opens; it outlives the workspace. */
  readonly databaseId: string;
  /** The snapshot of that database that a read-only workspace opens. Null: the workspace is read-write. */
  readonly snapshotId: string | null;
  /** Number of copies: 1, or more with high availability, where one serves and the others stand by. */
  readonly replicas: number;
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly version: string;
}

/** The resources that a size asks for. */
export interface Asked {
  readonly memoryBytes: number;
  readonly cpus: number;
  /** Copies with high availability. */
  readonly replicas: number;
}

/** How far a driver can meet a size where it runs workspaces, in sentences for people. */
export interface Promised {
  /** The resources that a workspace would get now, where less than the size asks for; '' when it gets all. */
  readonly runsWith: string;
  /** How this driver provides high availability. */
  readonly highAvailability: string;
}

export type WorkspaceCondition =
  /**
   * The workspace answers requests. `note`: a sentence when it got less than its size asks for; `degraded`:
   * its replica is being rebuilt.
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
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'url'; readonly origin: string };

export interface Activity {
  readonly runningQueries: number;
  readonly runningLoads: number;
  readonly lastActivityAt: Date;
}

/** Resource use, sizes and counters of a running workspace at one moment. */
export interface Reading {
  /** When the counters were zero; a later time than in the reading before means that the workspace restarted. */
  readonly startedAt: Date;
  readonly counters: WorkspaceCounters;
  readonly runningQueries: number;
  readonly runningLoads: number;
  /** Processors that the workspace may use. */
  readonly cpus: number;
  /** Memory of all its processes. */
  readonly memoryBytes: number;
  readonly memoryLimitBytes: number;
  readonly graphBytes: number;
  readonly graphLimitBytes: number;
  readonly storageBytes: number;
  /** Capacity of the volume that holds its data; the used bytes count everything on it. */
  readonly volumeBytes: number;
  readonly volumeUsedBytes: number;
  readonly vertexCount: number | null;
  readonly edgeCount: number | null;
  /** Its newest loads, dry runs left out. */
  readonly loads: readonly InternalLoad[];
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

/** The size and the manifest of a backup; the backup is verified against the manifest. */
export interface BackupContent {
  readonly sizeBytes: number;
  /** The driver's own record of files and checksums; kept by the control plane and given back to it. */
  readonly manifest: unknown;
}

/** Result of a restore drill: a backup restored in a place of its own and compared with its manifest. */
export interface BackupProof {
  readonly proved: boolean;
  /** A sentence for each comparison that was made, or for each difference that was found. */
  readonly findings: readonly string[];
}

export interface Driver {
  readonly name: string;
  /** Whether workspaces of one workgroup reach the same storage. */
  readonly sharedStorage: boolean;
  /** How far the driver can meet a size; pages show only this. Reserves nothing. */
  readonly promise: (asked: Asked) => Promised;
  /**
   * Makes the storage of a new database. It is called until it has succeeded once: a database whose storage is
   * missing afterwards is lost, and nothing else creates it anew and empty.
   * @param from a database that no workspace has open; the new one begins as a copy of it
   */
  createDatabase(databaseId: string, from?: string): Promise<void>;
  /**
   * Makes the workspace run as the spec says, and resolves when it answers; rejects when the database is lost.
   * A workspace that runs by another spec (another size, replicas, version or snapshot) is changed to this one,
   * with a restart where one is needed.
   */
  start(spec: WorkspaceSpec): Promise<void>;
  /** Stops the workspace cleanly; acknowledged writes are durable. */
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

  /** Copies the database into the store of backups, as consistently as `takeSnapshot`. */
  backUp(source: DatabaseSource, backupId: string): Promise<BackupContent>;
  /**
   * Replaces the data of a database by a backup's, atomically. No workspace may have the database open.
   * @param from the database that the backup was taken of
   */
  restore(backupId: string, from: string, manifest: unknown, into: string): Promise<void>;
  proveBackup(backupId: string, from: string, manifest: unknown): Promise<BackupProof>;
  deleteBackup(backupId: string, databaseId: string): Promise<void>;

  condition(workspaceId: string): WorkspaceCondition;
  /** Calls `listener` with every change of a condition, until the returned function is called. */
  watch(listener: (workspaceId: string, condition: WorkspaceCondition) => void): () => void;
  address(workspaceId: string): WorkspaceAddress;
  /** Headers that make the workspace trust the gateway's statement of who calls. */
  trust(workspaceId: string): Readonly<Record<string, string>>;
  activity(workspaceId: string): Promise<Activity>;
  /** Rejects when the workspace does not run. */
  reading(workspaceId: string): Promise<Reading>;
  /**
   * Log lines of the workspace after a cursor, oldest first, and the cursor after them. '' is before the oldest
   * line that is kept. Never starts the workspace.
   */
  logs(
    workspaceId: string,
    cursor: string,
    limit: number,
  ): Promise<{ readonly lines: readonly LogLine[]; readonly cursor: string }>;
  /** Stops everything that the driver runs; for the shutdown of the control plane. */
  close(): Promise<void>;
}
