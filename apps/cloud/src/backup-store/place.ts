/** The location of backups in the settings: a folder or an S3 bucket. */
import path from 'node:path';

export type BackupPlace =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Place);

export interface S3Place {
  readonly bucket: string;
  /** Prefix of every key: '', or a path that ends with a slash. */
  readonly prefix: string;
  /** Endpoint of a store that is not Amazon's, whose buckets are parts of paths, not of host names; null: Amazon's. */
  readonly endpoint: string | null;
  readonly region: string;
}

const S3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*))?$/;

export const BACKUP_PLACE_RULE = 'must be a folder such as /srv/backups, or s3://bucket/prefix';

/** Whether `backupPlace` accepts the text: a folder or an S3 URL. */
export const isBackupPlace = (text: string): boolean => S3.test(text) || !/^[a-z0-9+.-]+:\/\//i.test(text);

/** @param text must satisfy `isBackupPlace` */
export function backupPlace(text: string, endpoint: string | null, region: string): BackupPlace {
  const match = S3.exec(text);
  if (match === null) return { kind: 'folder', folder: path.resolve(text) };
  const [, bucket = '', prefix = ''] = match;
  const parts = prefix.split('/').filter((part) => part !== '');
  return { kind: 's3', bucket, prefix: parts.map((part) => `${part}/`).join(''), endpoint, region };
}
