/** Runs a process, with its children, on a disk that fails (shim.c), and reads what the disk then holds. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Random } from '../random.ts';
import { Disk } from './disk.ts';

/** An acknowledged operation is lost, or a failure was not reported. */
export class Fault extends Error {}

/** Folders and files of one seed, removed when it has passed. */
export interface Place {
  /** For files that are not on the failing disk. */
  readonly work: string;
  /** The disk that fails. */
  readonly root: string;
}

/** The library, what fails when (shim.c), and what a loss of power leaves. */
export interface FailingDisk {
  readonly shim: string;
  readonly plan: string;
  readonly random: Random;
}

/** A subject whose files are on such a disk, seed by seed. */
export interface Subject {
  /**
   * Runs a seed and compares; returns the number of acknowledged and of refused operations. @throws Fault when a
   * promise is broken
   */
  runSeed(seed: number, random: Random, place: Place, shim: string): Promise<Count>;
  close(): void;
}

export interface Count {
  readonly acknowledged: number;
  readonly refusals: number;
}

/** Builds the library in a new folder; null where it cannot be built. */
export function buildShim(): string | null {
  if (process.platform !== 'linux' || spawnSync('gcc', ['--version']).error !== undefined) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'acacia-shim-'));
  const shim = path.join(folder, 'shim.so');
  const source = path.join(import.meta.dirname, 'shim.c');
  execFileSync('gcc', ['-O1', '-Wall', '-Werror', '-shared', '-fPIC', '-o', shim, source, '-ldl']);
  return shim;
}

/** Numbers of calls within which faults are placed, for a subject that makes so many calls of each kind. */
interface Habits {
  /** Each is an upper bound of calls before the loss of power; one is picked. */
  readonly cuts: readonly number[];
  readonly writes: number;
  readonly syncs: number;
}

/** Faults at random calls; most runs end with a cut somewhere, some at their end. */
export function planOf(random: Random, { cuts, writes, syncs }: Habits): string {
  const steps: string[] = [];
  const at = (limit: number): number => 1 + Math.floor(random.next() * limit);
  if (random.next() < 0.75) steps.push(`cut:${at(random.pick(cuts))}`);
  while (random.next() < 0.4) {
    const kind = random.pick(['eio', 'enospc', 'short', 'full', 'sync', 'sync', 'slow']);
    steps.push(`${kind}:${at(kind === 'sync' || kind === 'slow' ? syncs : writes)}`);
  }
  return steps.join(' ');
}

const LIMIT_MS = 120_000;
/** Milliseconds between two checks for the loss of power. */
const LOOK_MS = 20;

/**
 * Kills every process that has loaded the library: a server that was started detached is in no process group of ours.
 */
function endAll(library: string): void {
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      if (readFileSync(`/proc/${pid}/maps`, 'utf8').includes(library)) process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ESRCH' && code !== 'EACCES') throw error;
    }
  }
}

/**
 * Runs a script of this folder on the disk until its end or the loss of power, and computes what the disk then holds.
 * @param onLine called with each line that it prints
 * @returns a folder with the content of the disk
 * @throws Fault when the process exited with an error of its own
 */
export async function runUntilPowerLoss(
  { work, root }: Place,
  victim: { readonly script: string; readonly args: readonly string[] },
  { shim, plan, random }: FailingDisk,
  onLine: (line: string) => void,
): Promise<string> {
  const library = path.join(work, 'shim.so');
  const journal = path.join(work, 'journal');
  const shared = `${journal}.shared`;
  copyFileSync(shim, library);
  writeFileSync(`${library}.settings`, `${root}\n${journal}\n${plan}\n`);
  for (const file of [journal, shared]) {
    writeFileSync(file, '');
    // PostgreSQL runs under another account.
    chmodSync(file, 0o666);
  }
  const disk = new Disk(root, random.next() < 0.5);
  const child = spawn(process.execPath, [path.join(import.meta.dirname, victim.script), ...victim.args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The cut kills its group.
    detached: true,
    env: {
      ...process.env,
      LD_PRELOAD: library,
      UV_USE_IO_URING: '0',
      NODE_COMPILE_CACHE: path.join(tmpdir(), 'acacia-disk-compiled'),
    },
  });
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('exit', (code, signal) => resolve({ code, signal })),
  );
  let isTooLong = false;
  const tooLong = setTimeout(() => {
    isTooLong = true;
    endAll(library);
  }, LIMIT_MS);
  let isCut = false;
  const look = setInterval(() => {
    const words = readFileSync(shared);
    if (words.length < 8 || words.readInt32LE(4) === 0) return;
    isCut = true;
    clearInterval(look);
    endAll(library);
  }, LOOK_MS);
  for await (const line of createInterface({ input: child.stdout })) onLine(line);
  const { code, signal } = await exited;
  clearTimeout(tooLong);
  clearInterval(look);
  // The power is also lost at the end of a run that was not cut.
  endAll(library);
  if (isTooLong) throw new Fault(`The process did nothing more after ${LIMIT_MS / 1000} s: ${errors}`);
  if (!isCut && signal !== 'SIGKILL' && code !== 0)
    throw new Fault(`The process ended by itself (${code ?? signal}): ${errors}`);
  disk.follow(readFileSync(journal));
  const after = path.join(work, 'after');
  disk.cutPower(after, random);
  return after;
}

/** @returns folders for a seed, below a parent that every account may pass */
export function makePlace(parent: string, seed: number): Place {
  const work = path.join(parent, `seed-${seed}`);
  const root = path.join(work, 'disk');
  mkdirSync(root, { recursive: true });
  return { work, root };
}

/** A folder for the places, which every account may pass. */
export function makeParent(): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'acacia-disk-'));
  chmodSync(parent, 0o755);
  return parent;
}

export function removeParent(parent: string): void {
  if (readdirSync(parent).length === 0) rmSync(parent, { recursive: true });
}
