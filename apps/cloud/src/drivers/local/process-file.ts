/**
 * The process that runs a workspace, recorded on disk, so that after a control plane was killed the next one finds and
 * ends the processes it left. Processes end by themselves when their control plane dies (parent-watch.ts); the record
 * is for one that is too busy to notice.
 */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { doorOf, SOCKET } from './paths.ts';
import { endProcess, isAlive } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { startError } from '../../errors/start.ts';

const Identity = z.object({ pid: z.number().int().positive(), began: z.string() });
/** A record that was being written: `<workspace>.json.tmp`. */
const PARTIAL = '.tmp';
/** Names that a process without a record can leave: the folder of its socket, its door, a record that was being written. */
const LEFT_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.door|(?:\.2)?\.json\.tmp)?$/;

const ProcessFile = z.object({ process: Identity, controlPlane: Identity, socket: z.string() });
type ProcessFile = z.infer<typeof ProcessFile>;

export async function writeProcessFile(path: string, content: ProcessFile): Promise<void> {
  const partial = `${path}${PARTIAL}`;
  await writeFile(partial, JSON.stringify(content), { mode: 0o600 });
  await rename(partial, path);
}

export async function removeProcessFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/**
 * Ends the workspace processes that a dead control plane left running, and removes their sockets and files, also of
 * those that it had not recorded when it was killed.
 * @returns the names of the process files, without `.json`, whose processes were ended
 * @throws Error when that control plane still runs: two on one data folder would fight
 */
export async function endLeftProcesses(
  folder: string,
  self: ProcessIdentity,
  deadlineMs: number,
): Promise<readonly string[]> {
  const ended: string[] = [];
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      const left = parse(await readFile(path, 'utf8'));
      if (left !== undefined && isAlive(left.process)) {
        if (left.controlPlane.pid !== self.pid && isAlive(left.controlPlane))
          throw startError('otherControlPlane', { process: left.controlPlane.pid });
        await endProcess(left.process, deadlineMs);
        ended.push(basename(name, '.json'));
      }
      if (left !== undefined) await removeSocket(left.socket);
      await removeProcessFile(path);
    }),
  );
  await removeUnrecorded(folder);
  return ended;
}

async function removeUnrecorded(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const left = entries.filter(
    (entry) => LEFT_NAME.test(entry.name) && (entry.isDirectory() || entry.name.includes('.')),
  );
  await Promise.all(left.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })));
}

/** Removes a socket, its door and its folder; sockets of earlier versions had no folder. */
export async function removeSocket(socket: string): Promise<void> {
  const place = basename(socket) === SOCKET ? dirname(socket) : socket;
  await rm(place, { recursive: true, force: true });
  await rm(doorOf(socket), { force: true });
}

/** Undefined for a file that a crash cut short. */
function parse(text: string): ProcessFile | undefined {
  try {
    return ProcessFile.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}
