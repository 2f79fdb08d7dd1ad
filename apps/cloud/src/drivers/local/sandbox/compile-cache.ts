/**
 * What Node compiled of the workspace server, kept between starts. Workspaces share it to read: one that could
 * write to it would choose what the others run. So the control plane fills it, before the first is started.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shown } from './mounts.ts';

/** Node's folder in the cache ends with the number of the account: `v24.21.0-x64-964aae3f-0`. */
function folderIn(cache: string): string | undefined {
  if (!existsSync(cache)) return undefined;
  const own = `-${process.getuid?.() ?? 0}`;
  return readdirSync(cache).find((name) => name.startsWith(`${process.version}-`) && name.endsWith(own));
}

/** Our part of the cache, where a process of another account looks for its own. */
export function cacheAsSeen(cache: string, uid: number): Shown[] {
  const folder = folderIn(cache);
  if (folder === undefined) return [];
  const seen = `${folder.slice(0, folder.lastIndexOf('-'))}-${uid}`;
  return [{ path: join(cache, folder), at: join(cache, seen) }];
}

/** Fills the cache by loading the server without starting it. What cannot be kept is compiled again each time. */
export async function fillCache(cache: string, node: string, entry: string): Promise<void> {
  await mkdir(cache, { recursive: true, mode: 0o700 });
  await new Promise<void>((resolve) => {
    const child = spawn(node, [entry, '--help'], { env: { NODE_COMPILE_CACHE: cache }, stdio: 'ignore' });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}
