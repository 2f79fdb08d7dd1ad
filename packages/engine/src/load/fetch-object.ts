/** Brings a file of the network into a file of this machine, going on where an earlier attempt ended. */
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ObjectStoreError, type ObjectReader, type RemoteObject } from '@acacia/object-stores';
import { EngineError } from '../errors.ts';

/** Connections that break off are made anew so often without any progress between. */
const ATTEMPTS = 3;

const sizeOf = async (file: string): Promise<number | null> =>
  (await stat(file).catch(() => null))?.size ?? null;

/** What an earlier attempt left of the same version; -1 when the object must be read from its start. */
const keptBytes = async (part: string, object: RemoteObject): Promise<number> => {
  const version = await readFile(`${part}.version`, 'utf8').catch(() => null);
  const same = object.version !== null && version === object.version;
  return (same ? await sizeOf(part) : null) ?? 0;
};

/**
 * `onBytes` gets how many bytes there are so far. A part that is there already is used when the store says
 * that the object is the same. Throws EngineError.
 */
export const fetchObject = async (
  reader: ObjectReader,
  object: RemoteObject,
  target: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  const whole = await sizeOf(target);
  if (whole !== null && (object.sizeBytes === null || whole === object.sizeBytes)) return onBytes(whole);
  const part = `${target}.part`;
  let from = await keptBytes(part, object);
  await writeFile(`${part}.version`, object.version ?? '');
  for (let failures = 0; ;) {
    const before = from;
    try {
      const content = await reader.read(object, from, signal);
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          from += chunk.length;
          onBytes(from);
          done(null, chunk);
        },
      });
      const flags = before === 0 ? 'w' : 'a';
      await pipeline(content, counted, createWriteStream(part, { flags }), { signal });
      if (object.sizeBytes !== null && from !== object.sizeBytes) {
        throw new Error(`${from} of its ${object.sizeBytes} bytes came`);
      }
      break;
    } catch (cause) {
      signal.throwIfAborted();
      from = (await sizeOf(part)) ?? 0;
      failures = from > before ? 0 : failures + 1;
      if (failures >= ATTEMPTS || cause instanceof ObjectStoreError) throw failed(object, cause);
      // Without a version it is not known that the rest is of the same content.
      if (object.version === null) from = 0;
    }
  }
  await rename(part, target);
  await rm(`${part}.version`, { force: true });
};

const failed = (object: RemoteObject, cause: unknown): EngineError => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = cause instanceof ObjectStoreError ? reason : `${object.address} cannot be read: ${reason}.`;
  return new EngineError('REST-10021', message, { cause });
};
