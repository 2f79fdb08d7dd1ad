/** Limits on the bytes that a load may fetch and unpack, and on the time, enforced during the transfer. */
import { engineError } from '../errors/catalogue.ts';
import { statfs } from 'node:fs/promises';
import type { SourceOptions } from '../engine.ts';
import { EngineError } from '../errors.ts';

const GIB = 2 ** 30;
const FILE_BYTES = 256 * GIB;
const LOAD_BYTES = 1024 * GIB;
/** Fetched bytes are written again as lines, tokens and rows before they are stored. */
const SHARE_OF_FREE_DISK = 0.25;
const FETCH_MS = 6 * 3_600_000;
const IDLE_MS = 120_000;
/** The least rate of a transfer, in bytes per second. */
const LEAST_RATE = 512;
/** Files in one archive, those without data among them. */
export const MOST_MEMBERS = 10_000;

const sizeText = (bytes: number): string =>
  bytes >= GIB ? `${Number((bytes / GIB).toFixed(1))} GiB` : `${Number((bytes / 2 ** 20).toFixed(1))} MiB`;

const minutesText = (milliseconds: number): string =>
  milliseconds >= 60_000 ? `${Math.round(milliseconds / 60_000)} minutes` : `${milliseconds} ms`;

/** Too many bytes or too long a time: to try again would be in vain. */
export class OverBudget extends EngineError {
  constructor({ code, message }: EngineError) {
    super(code, message);
  }
}

/** Counts the bytes of one file; throws OverBudget when there are too many. */
export type Take = (bytes: number) => void;

export class LoadBudget {
  readonly #fileBytes: number;
  readonly #loadBytes: number;
  readonly #fetchMs: number;
  readonly #idleMs: number;
  #taken = 0;

  private constructor(sources: SourceOptions, freeBytes: number) {
    this.#loadBytes = Math.min(sources.loadBytes ?? LOAD_BYTES, freeBytes * SHARE_OF_FREE_DISK);
    this.#fileBytes = Math.min(sources.fileBytes ?? FILE_BYTES, this.#loadBytes);
    this.#fetchMs = sources.fetchMs ?? FETCH_MS;
    this.#idleMs = sources.idleMs ?? IDLE_MS;
  }

  /** @param folder on the disk that the load writes to */
  static async of(folder: string, sources: SourceOptions): Promise<LoadBudget> {
    const { bavail, bsize } = await statfs(folder);
    return new LoadBudget(sources, bavail * bsize);
  }

  /** A count for one file of that name. */
  file(name: string): Take {
    let bytes = 0;
    return (more) => {
      bytes += more;
      this.#taken += more;
      if (bytes > this.#fileBytes) {
        throw new OverBudget(engineError('loadedFileTooLarge', { name, most: sizeText(this.#fileBytes) }));
      }
      if (this.#taken > this.#loadBytes) {
        throw new OverBudget(engineError('loadTooLarge', { most: sizeText(this.#loadBytes), name }));
      }
    };
  }

  /**
   * Watches a transfer until `end` is called. The signal aborts with the given one, and with OverBudget when the
   * transfer takes too long or stalls; `bytes` gives the number of bytes so far.
   */
  watch(
    name: string,
    given: AbortSignal,
    bytes?: () => number,
  ): { readonly signal: AbortSignal; readonly end: () => void } {
    const own = new AbortController();
    const stop = (error: EngineError): void => own.abort(new OverBudget(error));
    const whole = setTimeout(
      () => stop(engineError('fetchTooLong', { name, most: minutesText(this.#fetchMs) })),
      this.#fetchMs,
    );
    let before = 0;
    const least = (this.#idleMs / 1000) * LEAST_RATE;
    const idle = setInterval(() => {
      const now = bytes?.() ?? Infinity;
      if (now - before < least) {
        stop(engineError('fetchTooSlow', { name, least: Math.ceil(least), time: minutesText(this.#idleMs) }));
      }
      before = now;
    }, this.#idleMs);
    return {
      signal: AbortSignal.any([given, own.signal]),
      end: () => {
        clearTimeout(whole);
        clearInterval(idle);
      },
    };
  }
}
