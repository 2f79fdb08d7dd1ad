/** Downloads an object of a remote store to a local file, resuming an earlier attempt. */
import { engineError, relayed } from '../errors/catalogue.ts';
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ObjectStoreError, type ObjectReader, type RemoteObject } from '@acacia/object-stores';
import type { EngineError } from '../errors.ts';
import { OverBudget, type LoadBudget } from './load-budget.ts';

/** Connections that break off are made anew so often without any progress between. */
const ATTEMPTS = 3;

const sizeOf = async (file: string): Promise<number | null> =>
  (await stat(file).catch(() => null))?.size ?? null;

/** The bytes that an earlier attempt has of the same version; 0 when the object must be read from its start. */
async function keptBytes(part: string, object: RemoteObject): Promise<number> {
  const version = await readFile(`${part}.version`, 'utf8').catch(() => null);
  const same = object.version !== null && version === object.version;
  return (same ? await sizeOf(part) : null) ?? 0;
}

/**
 * `onBytes` gets the number of bytes so far. An earlier part is used when the store reports the same version of the
 * object. The part of an object that is too large or too slow is removed.
 * @throws EngineError when the object cannot be read
 */
export async function fetchObject(
  reader: ObjectReader,
  object: RemoteObject,
  target: string,
  budget: LoadBudget,
  onBytes: (bytes: number) => void,
  given: AbortSignal,
): Promise<void> {
  const take = budget.file(object.address);
  const whole = await sizeOf(target);
  if (whole !== null && (object.sizeBytes === null || whole === object.sizeBytes)) {
    take(whole);
    return onBytes(whole);
  }
  const part = `${target}.part`;
  let from = await keptBytes(part, object);
  take(from);
  await writeFile(`${part}.version`, object.version ?? '');
  let came = 0;
  const { signal, end } = budget.watch(object.address, given, () => came);
  try {
    for (let failures = 0; ;) {
      const before = from;
      try {
        const content = await reader.read(object, from, signal);
        const counted = new Transform({
          transform(chunk: Buffer, _encoding, done) {
            try {
              take(chunk.length);
            } catch (tooMuch) {
              return done(tooMuch as Error);
            }
            came += chunk.length;
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
        if (cause instanceof OverBudget) throw cause;
        from = (await sizeOf(part)) ?? 0;
        failures = from > before ? 0 : failures + 1;
        if (failures >= ATTEMPTS || cause instanceof ObjectStoreError) throw failed(object, cause);
        // Without a version it is not known that the rest is of the same content.
        if (object.version === null) from = 0;
      }
    }
  } catch (cause) {
    if (cause instanceof OverBudget)
      for (const file of [part, `${part}.version`]) await rm(file, { force: true });
    throw cause;
  } finally {
    end();
  }
  await rename(part, target);
  await rm(`${part}.version`, { force: true });
}

/** The error of a broken connection names the server's address: it stays in the cause. */
function failed(object: RemoteObject, cause: unknown): EngineError {
  const error =
    cause instanceof ObjectStoreError
      ? relayed('REST-10021', cause.message)
      : engineError('connectionBreaks', { address: object.address });
  return error.causedBy(cause);
}
