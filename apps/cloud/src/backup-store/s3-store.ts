/** Backups in any store that speaks S3. Credentials come from the default chain of the AWS SDK. */
import { Readable } from 'node:stream';
import { explainedByS3, s3Client } from '@acacia/object-stores/s3';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { checkByUse } from './check-by-use.ts';
import { measured } from './measured.ts';
import type { S3Place } from './place.ts';
import { checkedKey, MissingFile, type BackupStore, type StoredFile } from './store.ts';

const MEBIBYTE = 2 ** 20;
/** An upload has at most 10,000 parts, of at least 5 MiB. */
const MOST_PARTS = 9_000;
const SMALLEST_PART = 8 * MEBIBYTE;
/** Parts that are held in memory and sent at the same time. */
const PARTS_AT_ONCE = 2;

async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainedByS3(error);
  }
}

export function s3Store({ bucket, prefix, endpoint, region }: S3Place): BackupStore {
  const client = s3Client({ region, endpoint });
  const objectOf = (key: string) => ({ Bucket: bucket, Key: prefix + checkedKey(key) });
  const place = `s3://${bucket}/${prefix}`.replace(/\/$/, '');

  const list = (folder: string): Promise<StoredFile[]> =>
    explaining(async () => {
      const found: StoredFile[] = [];
      const request = { Bucket: bucket, Prefix: `${prefix}${checkedKey(folder)}/` };
      for await (const page of paginateListObjectsV2({ client }, request)) {
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          found.push({ key: Key.slice(prefix.length), sizeBytes: Size });
        }
      }
      return found;
    });

  const store: BackupStore = {
    place,
    check: () => checkByUse(store),
    list,
    put: (key, content, atMostBytes) =>
      explaining(async () => {
        const passing = measured();
        let broken: Error | undefined;
        content.once('error', (error) => {
          broken = error;
          passing.stream.destroy(error);
        });
        const upload = new Upload({
          client,
          params: { ...objectOf(key), Body: content.pipe(passing.stream) },
          partSize: Math.max(SMALLEST_PART, Math.ceil(atMostBytes / MOST_PARTS)),
          queueSize: PARTS_AT_ONCE,
        });
        try {
          await upload.done();
        } catch (error) {
          content.destroy();
          // Not what followed from it.
          throw broken ?? error;
        }
        return { key, ...passing.result() };
      }),
    get: (key) =>
      explaining(async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand(objectOf(key)));
          if (!(Body instanceof Readable)) throw new Error(`the store answered ${key} without content`);
          return Body;
        } catch (error) {
          throw error instanceof NoSuchKey ? new MissingFile(key, place) : error;
        }
      }),
    async deleteFolder(folder) {
      // One by one: there are few, and some stores know no deleting of many at once.
      for (const { key } of await list(folder)) {
        await explaining(() => client.send(new DeleteObjectCommand(objectOf(key))));
      }
    },
  };
  return store;
}
