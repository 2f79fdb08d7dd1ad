/** Loads as they are reported: status, counts, rejected rows, and the first rows of a dry run. */

/** Counts of one target of a loading job, by TigerGraph's names. */
export interface TargetCounts {
  readonly typeName: string;
  readonly validObject: number;
  /** Of the valid ones: not there before. */
  readonly newObject: number;
  readonly updatedObject: number;
  /** Of a DELETE statement: the number of deleted elements. */
  readonly deletedObject: number;
  readonly noIdFound: number;
  readonly invalidAttribute: number;
  readonly invalidPrimaryId: number;
  /** Edges dropped because an end does not exist (VERTEX_MUST_EXIST). */
  readonly missingEndpoint: number;
  /** Vertices that were made because an edge has them as an end. */
  readonly newEndpoint: number;
  /** Rows that WHERE left out. */
  readonly failedCondition: number;
}

export interface FileCounts {
  readonly file: string;
  readonly bytes: number;
  readonly bytesRead: number;
  readonly validLine: number;
  readonly rejectLine: number;
  readonly notEnoughToken: number;
  /** Lines with more tokens than the first line of the file (empty ones at its end aside): the surplus is left out. */
  readonly surplusToken: number;
  readonly invalidJson: number;
  readonly oversizeToken: number;
  readonly vertex: readonly TargetCounts[];
  readonly edge: readonly TargetCounts[];
}

/** One row or object that was not loaded. */
export interface RejectedRow {
  readonly file: string;
  /** 1-based line of the file, header included. */
  readonly line: number;
  readonly target: string | null;
  /** `InvalidAttribute(load vertex:Movie)`-like text, then why in words. */
  readonly reason: string;
  readonly content: string;
}

export interface LoadStatus {
  readonly id: string;
  readonly job: string;
  readonly graph: string;
  /** The person who began it; null where that was not kept. */
  readonly by: string | null;
  readonly state: 'running' | 'finished' | 'failed' | 'aborted';
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  /** 0 to 1. */
  readonly progress: number;
  readonly files: readonly FileCounts[];
  readonly error: string | null;
  /** Everything was read, checked and counted, and nothing is stored. */
  readonly dryRun: boolean;
  /** Whether `resumeLoad` can run it again. */
  readonly resumable: boolean;
}

/** The first rows of a target of a loading job as a load would store them. */
export interface LoadPreview {
  /** Its vertex or edge type. */
  readonly target: string;
  /** Its keys, then the attributes that are given a value. */
  readonly columns: readonly string[];
  /** Values as texts, at most 200 characters of each; null: none, so that the default or the old value stays. */
  readonly rows: readonly (readonly (string | null)[])[];
}

/** The first rows of each target of a job, and rows that a load would reject. */
export interface JobPreview {
  readonly targets: readonly LoadPreview[];
  readonly rejected: readonly RejectedRow[];
}
