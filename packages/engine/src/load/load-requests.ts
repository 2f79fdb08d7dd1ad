/**
 * The requests of loads, kept beside their reports until the loads have ended, so that an interrupted load can be run
 * again.
 */
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '@acacia/durable-files';
import type { LineRange } from '../engine.ts';

export interface LoadRequest {
  readonly id: string;
  readonly graph: string;
  readonly job: string;
  /** The text of a job that is not stored; null: that of the stored job. */
  readonly code: string | null;
  readonly files: Readonly<Record<string, string>>;
  readonly using: Readonly<Record<string, string>>;
  readonly baseDir: string;
  /** As it was written. */
  readonly dataRoot: string;
  readonly lines: LineRange | null;
  readonly dryRun: boolean;
  readonly maxErrors: number | null;
  readonly maxPercentErrors: number | null;
  readonly posted: boolean;
  /** The person who began it; null where that was not kept. */
  readonly by: string | null;
  /** A folder that may be read besides: of an import. */
  readonly imported: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

const SUFFIX = '.request';

const fileOf = (folder: string, id: string): string => path.join(folder, `${id}${SUFFIX}`);

export async function keepRequest(folder: string, request: LoadRequest): Promise<void> {
  await writeDurably(fileOf(folder, request.id), JSON.stringify(request));
}

export const dropRequest = (folder: string, id: string): Promise<void> =>
  rm(fileOf(folder, id), { force: true });

/** Null when there is none: the load has come to its end. */
export async function readRequest(folder: string, id: string): Promise<LoadRequest | null> {
  const text = await readFile(fileOf(folder, id), 'utf8').catch(() => null);
  const since = {
    code: null,
    maxErrors: null,
    maxPercentErrors: null,
    posted: false,
    imported: null,
    by: null,
  };
  return text === null ? null : { ...since, ...(JSON.parse(text) as LoadRequest) };
}

/** The requests of all loads that did not come to their end. */
export async function readRequests(folder: string): Promise<readonly LoadRequest[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const ids = names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
  const found = await Promise.all(ids.map((id) => readRequest(folder, id).catch(() => null)));
  return found.filter((request) => request !== null);
}
