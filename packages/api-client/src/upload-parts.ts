/** Sends a large file in parts that are verified by their hashes; a line that is cut is waited for, and nothing is sent twice. */
import { DataFile, GsqlEnvelope, UploadedBytes } from '@acacia/contract';
import { callTo } from './workspace-paths.ts';
import { WorkspaceError } from './workspace-error.ts';
import type { Transport, UploadOptions } from './workspace-transport.ts';

export interface PartPlan {
  readonly partBytes: number;
  /** Milliseconds before the first attempt after a cut; each further one waits twice as long. */
  readonly pauseMs: number;
}

export const PARTS: PartPlan = { partBytes: 8 * 2 ** 20, pauseMs: 500 };

const LONGEST_PAUSE_MS = 15_000;
/** Attempts without a part that arrived: about two minutes. */
const MOST_ATTEMPTS = 12;

/** Statuses of a cut line, a workspace that restarts, and a part whose connection is not closed yet. */
const PASSING = new Set([0, 409, 502, 503, 504]);
const isPassing = (error: unknown): boolean => error instanceof WorkspaceError && PASSING.has(error.status);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function sha256(part: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await part.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Hashes need a secure context: HTTPS, or this machine. */
export const canSendParts = (): boolean => 'subtle' in crypto;

export async function uploadInParts(
  transport: Transport,
  name: string,
  content: Blob,
  { onProgress, signal }: UploadOptions,
  { partBytes, pauseMs }: PartPlan = PARTS,
): Promise<DataFile> {
  const id = crypto.randomUUID();
  let offset = 0;
  let attempts = 0;
  /** Waits after a failure that passes, and throws another one, and one too many. */
  const wait = async (error: unknown): Promise<void> => {
    attempts += 1;
    if (signal?.aborted === true || !isPassing(error) || attempts >= MOST_ATTEMPTS) throw error;
    await pause(Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** (attempts - 1)));
  };
  while (offset < content.size) {
    const from = offset;
    const part = content.slice(from, from + partBytes);
    const hash = await sha256(part);
    try {
      const to = callTo('PUT /api/data-uploads/:id/:offset/:hash', { id, offset: from, hash });
      await transport.upload(to.path, part, {
        signal,
        onProgress: (sent) => onProgress?.(from + sent, content.size),
      });
      offset = from + part.size;
      attempts = 0;
      onProgress?.(offset, content.size);
    } catch (error) {
      await wait(error);
      // The part may have arrived although its answer did not.
      try {
        const answer = GsqlEnvelope.parse(
          await transport.json({ ...callTo('GET /api/data-uploads/:id', { id }), signal }),
        );
        offset = UploadedBytes.parse(answer.results).received;
      } catch (again) {
        await wait(again);
      }
    }
  }
  const finish = {
    ...callTo('POST /api/data-uploads/:id', { id }),
    json: { name, size: content.size },
    signal,
  };
  return DataFile.parse(GsqlEnvelope.parse(await transport.json(finish)).results);
}
