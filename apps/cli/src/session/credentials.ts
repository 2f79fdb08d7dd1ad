/** The file of credentials, by the server that they are for; nobody else can read it. */
import { mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { readIfThere, writeDurably } from '@acacia/durable-files';
import { takeLock } from '@acacia/durable-files/lock-file';
import { z } from 'zod';
import { UsageError } from '../failure.ts';
import type { Terminal } from '../terminal.ts';

const Credential = z.union([
  z.object({ api_key: z.string() }),
  z.object({
    access_token: z.string(),
    /** Seconds since 1970. */
    expires_at: z.number(),
    refresh_token: z.string(),
  }),
]);
export type Credential = z.infer<typeof Credential>;

const Credentials = z.object({
  /** The server of the last sign-in, used where a command names none. */
  current: z.string().nullable(),
  servers: z.record(z.string(), Credential),
});
type Credentials = z.infer<typeof Credentials>;

const LOCK_MS = 50;

/** Where the file is: `ACACIA_CONFIG`, or the person's folder of settings. */
function credentialsFile({ env }: Terminal): string {
  const folder = env['ACACIA_CONFIG'];
  if (folder !== undefined) return path.join(folder, 'credentials.json');
  const windows = process.platform === 'win32' ? env['APPDATA'] : undefined;
  const base = windows ?? env['XDG_CONFIG_HOME'] ?? path.join(env['HOME'] ?? homedir(), '.config');
  return path.join(base, 'acacia', 'credentials.json');
}

/** @throws UsageError when others can read the file, or it is damaged */
export async function readCredentials(terminal: Terminal): Promise<Credentials> {
  const file = credentialsFile(terminal);
  const text = await readIfThere(file);
  if (text === undefined) return { current: null, servers: {} };
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) {
    throw new UsageError(`${file} can be read by other accounts of this machine. Run: chmod 600 ${file}`);
  }
  try {
    return Credentials.parse(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`${file} is damaged. Remove it, then sign in again with: acacia login`, {
      cause: error,
    });
  }
}

/** Changes the file while no other command does. */
export async function changeCredentials<T>(
  terminal: Terminal,
  change: (now: Credentials) => Promise<{ readonly next: Credentials; readonly result: T }>,
): Promise<T> {
  const file = credentialsFile(terminal);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const lock = await lockOf(`${file}.lock`);
  try {
    const now = await readCredentials(terminal);
    const { next, result } = await change(now);
    if (next !== now) await writeDurably(file, `${JSON.stringify(next, null, 2)}\n`);
    return result;
  } finally {
    lock.release();
  }
}

async function lockOf(file: string) {
  for (;;) {
    const lock = takeLock(file);
    if (!('holder' in lock)) return lock;
    await new Promise((resolve) => setTimeout(resolve, LOCK_MS));
  }
}

export const storeCredential = (terminal: Terminal, server: string, credential: Credential): Promise<void> =>
  changeCredentials(terminal, async (now) => ({
    next: { current: server, servers: { ...now.servers, [server]: credential } },
    result: undefined,
  }));

/** @returns the credential that was there */
export const dropCredential = (terminal: Terminal, server: string): Promise<Credential | undefined> =>
  changeCredentials(terminal, async (now) => {
    const { [server]: dropped, ...servers } = now.servers;
    const current = now.current === server ? (Object.keys(servers)[0] ?? null) : now.current;
    return { next: dropped === undefined ? now : { current, servers }, result: dropped };
  });
