/** A disk of few megabytes in a folder: a real way to run out of space. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Why there can be none here; undefined when there can. */
export const noSmallDisk =
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'Only root on Linux can mount a disk.';

export class SmallDisk {
  readonly #folder: string;

  /** @param folder becomes the disk until `remove` */
  constructor(folder: string, megabytes: number) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    this.#run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  }

  get #ballast(): string {
    return path.join(this.#folder, 'ballast');
  }

  get free(): number {
    const { bavail, bsize } = statfsSync(this.#folder);
    return bavail * bsize;
  }

  /** Fills it up to this many bytes. */
  leave(bytes: number): void {
    writeFileSync(this.#ballast, Buffer.alloc(Math.max(0, this.free - bytes)));
  }

  /** Frees the space that `leave` took. */
  empty(): void {
    rmSync(this.#ballast, { force: true });
  }

  /** Unmounts it, with all that is on it. */
  remove(): void {
    this.#run('umount', this.#folder);
  }

  #run(...[program = '', ...args]: readonly string[]): void {
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  }
}
