/** How this machine's own command line reaches the running server: a file that only its owner can read. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

export const KEY_HEADER = 'x-acacia-control';
export const TOKEN_PATH = '/internal/token';
/** Restore drills: backups to choose from, and the proof of one. */
export const BACKUPS_PATH = '/internal/backups';
export const PROOF_PATH = '/internal/backups/proof';

const Control = z.object({ url: z.url(), key: z.string().min(1) });
export type Control = z.infer<typeof Control>;

const fileIn = (home: string): string => path.join(home, 'control.json');

export const newControlKey = (): string => randomBytes(32).toString('base64url');

/** @returns a function that removes it again */
export function writeControl(home: string, control: Control): () => void {
  const file = fileIn(home);
  const aside = `${file}.new`;
  writeFileSync(aside, JSON.stringify(control), { mode: 0o600 });
  renameSync(aside, file);
  return () => rmSync(file, { force: true });
}

/** Null when no server has written it. */
export function readControl(home: string): Control | null {
  const file = fileIn(home);
  return existsSync(file) ? Control.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}
