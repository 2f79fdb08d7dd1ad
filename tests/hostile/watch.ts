/** State that must be the same after an attack as before: processes, files outside of the data folder, and sizes. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processesOf } from '../faults/processes.ts';
import type { Stage } from './stage.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Folders of the repository that its own tools write to while tests run. */
const NOT_WATCHED: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.cache',
  '.acacia',
  'dist',
  'results',
]);
/** Bytes by which the data folder may grow: logs and audit rows are kept. */
const MOST_FOLDER_GROWTH = 512 * 2 ** 20;
/** Bytes by which a process may grow at first, when pools and caches fill up to its size, and later. */
const FIRST_GROWTH = 4 * 2 ** 30;
const LATER_GROWTH = 2 ** 30;
/** Milliseconds until memory that is no longer used has been given back, and between two looks. */
const GIVEN_BACK_MS = 60_000;
const LOOK_MS = 1000;

interface Scene {
  /** Modification times by path. */
  readonly files: ReadonlyMap<string, number>;
  /** Resident bytes by kind of process. */
  readonly memory: ReadonlyMap<number, { readonly name: string; readonly bytes: number }>;
  readonly folderBytes: number;
}

function walk(folder: string, found: Map<string, number>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_WATCHED.has(entry.name)) continue;
    const file = path.join(folder, entry.name);
    const { mtimeMs } = lstatSync(file);
    if (entry.isDirectory()) walk(file, found);
    else found.set(file, mtimeMs);
  }
}

function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const found = lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    if (found?.isFile() === true) bytes += found.size;
  }
  return bytes;
}

/** Servers among the processes: PostgreSQL has others that come and go. */
const nameOf = (command: string): string | undefined =>
  command.includes('workspace/dist/main.js')
    ? 'workspace'
    : command.includes('postgres') && command.includes('-D')
      ? 'database'
      : undefined;

const PAGE = 4096;

function residentBytes(pid: number): number {
  const [, resident] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return Number(resident) * PAGE;
}

function look(stage: Stage): Scene {
  const files = new Map<string, number>();
  for (const folder of [stage.outside, ROOT, '/etc']) walk(folder, files);
  const servers = processesOf(stage.stack.home).flatMap(({ pid, command }) => {
    const name = nameOf(command);
    return name === undefined ? [] : [{ pid, name }];
  });
  const cloud = stage.stack.pid;
  if (cloud !== undefined) servers.push({ pid: cloud, name: 'control plane' });
  const memory = new Map(servers.map(({ pid, name }) => [pid, { name, bytes: residentBytes(pid) }]));
  return { files, memory, folderBytes: bytesBelow(stage.stack.home) };
}

export interface Watch {
  /** A sentence for each difference that may not be. */
  differences(): Promise<string[]>;
  /** Called when all attacks have run once: from now on processes may grow only little. */
  settle(): void;
}

export function watch(stage: Stage): Watch {
  const before = look(stage);
  let { memory } = before;
  let mostGrowth = FIRST_GROWTH;
  const grown = (after: Scene): string[] =>
    [...memory].flatMap(([pid, { name, bytes }]) => {
      const now = after.memory.get(pid);
      if (now === undefined) return [`The process ${pid} of the ${name} has ended.`];
      return now.bytes - bytes > mostGrowth
        ? [`The ${name} has grown from ${bytes} to ${now.bytes} bytes.`]
        : [];
    });
  return {
    async differences() {
      let after = look(stage);
      // Memory is released when worker threads end: only the rest is growth.
      for (let waited = 0; waited < GIVEN_BACK_MS && grown(after).length > 0; waited += LOOK_MS) {
        await delay(LOOK_MS);
        after = look(stage);
      }
      const faults: string[] = [];
      for (const [file, time] of after.files)
        if (before.files.get(file) !== time) faults.push(`${file} was written.`);
      for (const file of before.files.keys()) if (!after.files.has(file)) faults.push(`${file} was deleted.`);
      faults.push(...grown(after));
      if (after.folderBytes - before.folderBytes > MOST_FOLDER_GROWTH)
        faults.push(`The data folder has grown from ${before.folderBytes} to ${after.folderBytes} bytes.`);
      return faults;
    },
    settle() {
      ({ memory } = look(stage));
      mostGrowth = LATER_GROWTH;
    },
  };
}
