/** Where the settings say that backups are kept. */
import path from 'node:path';

export type BackupPlace =
  { readonly kind: 'folder'; readonly folder: string } | ({ readonly kind: 's3' } & S3Place);

export interface S3Place {
  readonly bucket: string;
  /** Begins every key; '' or ends with a slash. */
  readonly prefix: string;
  /** Of a store that is not Amazon's; its buckets are then parts of paths, not of host names. */
  readonly endpoint: string | null;
  readonly region: string;
}

const S3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*))?$/;

export const BACKUP_PLACE_RULE = 'must be a folder such as /srv/backups, or s3://bucket/prefix';

/** Whether it is a folder or an address of S3, as `backupPlace` takes them. */
export const isBackupPlace = (text: string): boolean => S3.test(text) || !/^[a-z0-9+.-]+:\/\//i.test(text);

/** @param text for which `isBackupPlace` holds */
export function backupPlace(text: string, endpoint: string | null, region: string): BackupPlace {
  const match = S3.exec(text);
  if (match === null) return { kind: 'folder', folder: path.resolve(text) };
  const [, bucket = '', prefix = ''] = match;
  const parts = prefix.split('/').filter((part) => part !== '');
  return { kind: 's3', bucket, prefix: parts.map((part) => `${part}/`).join(''), endpoint, region };
}
