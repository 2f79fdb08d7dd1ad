/** Objects of Amazon S3 and of stores that speak its protocol. */
import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  paginateListObjectsV2,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { RemoteAddress } from './address.ts';
import { ObjectStoreError, storeError } from './errors.ts';
import { bounded } from './fetching.ts';
import type { SourceNetwork } from './network/source-network.ts';
import {
  checkCount,
  chosen,
  deniedBy,
  unreachable,
  type ObjectReader,
  type RemoteObject,
} from './objects.ts';
import { s3Client, type S3ClientSettings } from './s3-client.ts';
import { s3Server } from './servers.ts';
import type { StoreSettings } from './settings.ts';

const given = (value: string | undefined): string | undefined =>
  value?.toLowerCase() === 'none' ? undefined : value;

/**
 * Credentials of the data source, or none. The machine's own credentials are never used: a workspace is not the owner
 * of its machine.
 */
function clientSettings(settings: StoreSettings): S3ClientSettings {
  const place = {
    region: settings.get('region', 'fs.s3a.endpoint.region') ?? 'us-east-1',
    endpoint: s3Server(settings)?.url ?? null,
  };
  const accessKeyId = given(settings.get('access.key', 'fs.s3a.access.key'));
  const secretAccessKey = given(settings.get('secret.key', 'fs.s3a.secret.key'));
  const sessionToken = settings.get('fs.s3a.session.token', 'session.token');
  const provider = settings.get('fs.s3a.aws.credentials.provider') ?? '';
  if (/Instance|Container|Environment|WebIdentity|AssumedRole/i.test(provider)) {
    throw storeError('roleNotLent', { provider });
  }
  if (accessKeyId === undefined && secretAccessKey === undefined) return { ...place, anonymous: true };
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw storeError('keyInHalf');
  }
  return {
    ...place,
    credentials: {
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
    },
  };
}

/** Limits the size of answers that the SDK reads whole: all but the content of objects. */
function boundAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const response = result.response as { readonly statusCode?: number; body?: unknown };
        const isContent = commandName === 'GetObjectCommand' && (response.statusCode ?? 0) < 300;
        if (!isContent && response.body instanceof Readable) response.body = bounded(response.body);
        return result;
      },
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  );
}

function asStoreError(error: unknown, address: string): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return status === undefined || status < 300 ? unreachable(address, error) : deniedBy(address, status);
}

export function s3Objects(
  { text, bucket, key }: Extract<RemoteAddress, { kind: 's3' | 'gcs' }>,
  settings: StoreSettings,
  network: SourceNetwork,
): ObjectReader {
  const client = s3Client({ ...clientSettings(settings), network });
  boundAnswers(client);
  const failing = async <T>(work: () => Promise<T>, address: string, signal?: AbortSignal): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw asStoreError(error, address);
    }
  };
  return {
    list: (signal) =>
      failing(
        async () => {
          const objects: RemoteObject[] = [];
          const request = { Bucket: bucket, Prefix: key };
          for await (const page of paginateListObjectsV2({ client }, request, { abortSignal: signal })) {
            for (const { Key = '', Size, ETag } of page.Contents ?? []) {
              objects.push({
                address: `s3://${bucket}/${Key}`,
                key: Key,
                sizeBytes: Size ?? null,
                version: ETag ?? null,
              });
            }
            checkCount(objects, text);
          }
          return chosen(objects, key);
        },
        text,
        signal,
      ),
    read: (object, from, signal) =>
      failing(
        async () => {
          const request = {
            Bucket: bucket,
            Key: object.key,
            ...(from === 0 ? {} : { Range: `bytes=${from}-` }),
            ...(object.version === null ? {} : { IfMatch: object.version }),
          };
          const { Body } = await client.send(new GetObjectCommand(request), { abortSignal: signal });
          if (!(Body instanceof Readable)) throw new Error('the store answered without content');
          return Body;
        },
        object.address,
        signal,
      ),
  };
}
