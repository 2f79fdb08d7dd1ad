/** The store of backups in any S3-compatible service. Credentials come from the default chain of the AWS SDK. */
import { Readable } from 'node:stream';
import { explainedByS3, s3Client } from '@acacia/object-stores/s3';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { checkByUse } from './check-by-use.ts';
import { measured } from './measured.ts';
import type { S3Place } from './place.ts';
import { storeFault, type StoreFault } from './store-fault.ts';
import { checkedKey, MissingFile, type BackupStore, type StoredFile } from './store.ts';

const MEBIBYTE = 2 ** 20;
/** An upload has at most 10,000 parts, of at least 5 MiB. */
const MOST_PARTS = 9_000;
const SMALLEST_PART = 8 * MEBIBYTE;
/** Parts that are held in memory and uploaded concurrently. */
const PARTS_AT_ONCE = 2;

const fault = (error: unknown): StoreFault => storeFault(error, explainedByS3(error));

async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fault(error);
  }
}

/** The content of a response; throws StoreFault when the connection breaks while it is read. */
async function* contentOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw fault(error);
  }
}

export function s3Store({ bucket, prefix, endpoint, region }: S3Place): BackupStore {
  const client = s3Client({ region, endpoint });
  const objectOf = (key: string) => ({ Bucket: bucket, Key: prefix + checkedKey(key) });
  const place = `s3://${bucket}/${prefix}`.replace(/\/$/, '');

  async function list(folder: string): Promise<StoredFile[]> {
    const request = { Bucket: bucket, Prefix: `${prefix}${checkedKey(folder)}/` };
    return asking(async () => {
      const found: StoredFile[] = [];
      for await (const page of paginateListObjectsV2({ client }, request)) {
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          found.push({ key: Key.slice(prefix.length), sizeBytes: Size });
        }
      }
      return found;
    });
  }

  const store: BackupStore = {
    place,
    check: () => checkByUse(store),
    list,
    async put(key, content, atMostBytes) {
      const object = objectOf(key);
      const passing = measured();
      let broken: Error | undefined;
      content.once('error', (error) => {
        broken = error;
        passing.stream.destroy(error);
      });
      const upload = new Upload({
        client,
        params: { ...object, Body: content.pipe(passing.stream) },
        partSize: Math.max(SMALLEST_PART, Math.ceil(atMostBytes / MOST_PARTS)),
        queueSize: PARTS_AT_ONCE,
      });
      try {
        await upload.done();
      } catch (error) {
        content.destroy();
        // The error of the content, not the failed upload that followed from it.
        throw broken ?? fault(error);
      }
      return { key, ...passing.result() };
    },
    async get(key) {
      const object = objectOf(key);
      const { Body } = await client.send(new GetObjectCommand(object)).catch((error: unknown) => {
        throw error instanceof NoSuchKey ? new MissingFile(key, place) : fault(error);
      });
      if (!(Body instanceof Readable)) throw fault(new Error(`it answered ${key} without content`));
      return Readable.from(contentOf(Body), { objectMode: false });
    },
    async deleteFolder(folder) {
      // One by one: there are few, and some stores do not support deleting several at once.
      for (const { key } of await list(folder)) {
        await asking(() => client.send(new DeleteObjectCommand(objectOf(key))));
      }
    },
  };
  return store;
}
