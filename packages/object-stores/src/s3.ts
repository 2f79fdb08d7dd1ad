/** Objects of Amazon S3 and of stores that speak its protocol. */
import { Readable } from 'node:stream';
import { GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { RemoteAddress } from './address.ts';
import { ObjectStoreError, chosen, type ObjectReader, type RemoteObject } from './objects.ts';
import { explainedByS3, s3Client, type S3ClientSettings } from './s3-client.ts';
import type { StoreSettings } from './settings.ts';

const given = (value: string | undefined): string | undefined =>
  value?.toLowerCase() === 'none' ? undefined : value;

/**
 * Keys of the data source, or none at all. What the machine itself may do is never used: a workspace is
 * not the owner of its machine.
 */
const clientSettings = (settings: StoreSettings): S3ClientSettings => {
  const endpoint = settings.get('fs.s3a.endpoint', 'endpoint') ?? null;
  const place = {
    region: settings.get('region', 'fs.s3a.endpoint.region') ?? 'us-east-1',
    endpoint: endpoint === null || /^https?:\/\//i.test(endpoint) ? endpoint : `https://${endpoint}`,
  };
  const accessKeyId = given(settings.get('access.key', 'fs.s3a.access.key'));
  const secretAccessKey = given(settings.get('secret.key', 'fs.s3a.secret.key'));
  const sessionToken = settings.get('fs.s3a.session.token', 'session.token');
  const provider = settings.get('fs.s3a.aws.credentials.provider') ?? '';
  if (/Instance|Container|Environment|WebIdentity|AssumedRole/i.test(provider)) {
    throw new ObjectStoreError(
      `The data source asks for the role of the machine (${provider}), which is not lent to workspaces: give "access.key" and "secret.key".`,
    );
  }
  if (accessKeyId === undefined && secretAccessKey === undefined) return { ...place, anonymous: true };
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ObjectStoreError('The data source needs both "access.key" and "secret.key", or none of them.');
  }
  return {
    ...place,
    credentials: {
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
    },
  };
};

export const s3Objects = (
  { text, bucket, key }: Extract<RemoteAddress, { kind: 's3' | 'gcs' }>,
  settings: StoreSettings,
): ObjectReader => {
  const client = s3Client(clientSettings(settings));
  const failing = async <T>(work: () => Promise<T>, address: string, signal?: AbortSignal): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const said = explainedByS3(error);
      const reason = said instanceof Error ? said.message || said.name : String(said);
      throw new ObjectStoreError(`${address} cannot be read: ${reason}.`, { cause: error });
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
};
