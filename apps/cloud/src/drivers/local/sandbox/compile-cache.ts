/**
 * Node's compile cache of the workspace server, kept between starts. Workspaces share it read-only: one that could
 * write to it would choose the code that the others run. So the control plane fills it before the first start.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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

const filled = new Map<string, Promise<void>>();

/**
 * Fills the cache by loading the server without starting it, once per process of the control plane. When that fails,
 * each start compiles the server again.
 */
export function fillCache(cache: string, node: string, entry: string): Promise<void> {
  const key = [cache, node, entry].join('\0');
  const known = filled.get(key);
  if (known !== undefined) return known;
  const filling = fill(cache, node, entry);
  filled.set(key, filling);
  return filling;
}

async function fill(cache: string, node: string, entry: string): Promise<void> {
  await mkdir(cache, { recursive: true, mode: 0o700 });
  await new Promise<void>((resolve) => {
    const child = spawn(node, [entry, '--help'], { env: { NODE_COMPILE_CACHE: cache }, stdio: 'ignore' });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}
