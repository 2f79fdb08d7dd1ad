/**
 * Node's compile cache of the workspace server, kept between starts. Workspaces share it read-only: one that could
 * write to it would choose the code that the others run. So the control plane fills it before the first start.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../workspace-process.ts';
import type { Shown } from './mounts.ts';

/** The control plane's folder in the cache. Node ends its name with the user id: `v24.21.0-x64-964aae3f-0`. */
function folderIn(cache: string): string | undefined {
  if (!existsSync(cache)) return undefined;
  const own = `-${process.getuid?.() ?? 0}`;
  return readdirSync(cache).find((name) => name.startsWith(`${process.version}-`) && name.endsWith(own));
}

/** Mounts the control plane's part of the cache where a process with another user id looks for its own. */
export function cacheAsSeen(cache: string, uid: number): Shown[] {
  const folder = folderIn(cache);
  if (folder === undefined) return [];
  const seen = `${folder.slice(0, folder.lastIndexOf('-'))}-${uid}`;
  return [{ path: join(cache, folder), at: join(cache, seen) }];
}

/** Milliseconds after which a trial start that has not come to its end is killed. */
const PATIENCE = 60_000;

const filled = new Map<string, Promise<void>>();

export interface Server {
  /** The `node` that runs it, and its main file. */
  readonly node: string;
  readonly entry: string;
  /** Folders and files with all code that it loads: when one changes, the cache is filled again. */
  readonly sources: readonly string[];
}

/**
 * Fills the cache by one whole start of the server on an empty folder, so that it holds the code of its threads too.
 * Does nothing when that was done with the same code. When it fails, each start compiles the server again.
 */
export function fillCache(cache: string, server: Server): Promise<void> {
  const key = [cache, server.node, server.entry].join('\0');
  const known = filled.get(key);
  if (known !== undefined) return known;
  const filling = fill(cache, server);
  filled.set(key, filling);
  return filling;
}

async function fill(cache: string, server: Server): Promise<void> {
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const { node, entry, sources } = server;
  const changed = await Promise.all(sources.map(newest));
  const code = JSON.stringify([process.version, node, entry, sources, Math.max(...changed)]);
  const done = join(cache, `filled-${createHash('sha256').update(code).digest('hex').slice(0, 16)}`);
  if (existsSync(done)) return;
  const folder = await mkdtemp(join(tmpdir(), 'acacia-'));
  try {
    if (!(await startAndStop(cache, server, folder))) return;
    await letRead(cache);
    await writeFile(done, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Node writes each file for its own account alone; workspaces read them under other accounts. */
async function letRead(cache: string): Promise<void> {
  const folder = folderIn(cache);
  if (folder === undefined) return;
  const path = join(cache, folder);
  await chmod(path, 0o755);
  await Promise.all((await readdir(path)).map((name) => chmod(join(path, name), 0o644)));
}

/** When a file, or the last one within a folder, was changed: milliseconds. */
async function newest(path: string): Promise<number> {
  const own = await stat(path);
  const within = own.isDirectory() ? await readdir(path, { recursive: true }) : [];
  const times = within.map(async (name) => (await stat(join(path, name))).mtimeMs);
  return Math.max(own.mtimeMs, ...(await Promise.all(times)));
}

/** @returns whether it started, and ended by itself */
async function startAndStop(cache: string, { node, entry }: Server, folder: string): Promise<boolean> {
  const flags = ['--socket', join(folder, 'socket'), '--data', join(folder, 'data'), '--standby'];
  const child = startProcess(
    { command: { program: node, args: [entry, ...flags] }, env: { NODE_COMPILE_CACHE: cache }, input: '' },
    () => undefined,
  );
  const overdue = setTimeout(() => void child.end(0), PATIENCE);
  // As a standby it has run a first query in each of its threads before it says so.
  if (await child.standingBy) child.promote();
  const answered = await child.ready;
  const { code } = await child.end(PATIENCE);
  clearTimeout(overdue);
  return answered && code === 0;
}
