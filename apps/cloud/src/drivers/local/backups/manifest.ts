/** The manifest of a backup: checksums of each file and type, by which it is restored and verified (docs/adr/0015). */
import { InternalChecksums } from '@acacia/contract';
import { z } from 'zod';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Bytes = z.number().int().min(0);

/** A path below the data folder; none that leads out of it. */
const RelativePath = z
  .string()
  .refine((path) => path.split('/').every((part) => !['', '.', '..'].includes(part) && !part.includes('\0')));

const BackupFile = z.object({
  path: RelativePath,
  /** Permissions. */
  mode: z.number().int().min(0).max(0o777),
  sizeBytes: Bytes,
  sha256: Sha256,
  /** The compressed file in the store: its name below the backup's folder, its size and its hash. */
  stored: z.object({ name: z.string(), sizeBytes: Bytes, sha256: Sha256 }),
});
export type BackupFile = z.infer<typeof BackupFile>;

export const BackupManifest = z.object({
  format: z.literal(1),
  backupId: z.string(),
  databaseId: z.string(),
  takenAt: z.iso.datetime(),
  /** Version of Acacia that took it. */
  acacia: z.string(),
  compression: z.literal('zstd'),
  files: z.array(BackupFile),
  /** Checksums of the copy, computed by a workspace that opened it. */
  data: InternalChecksums,
});
export type BackupManifest = z.infer<typeof BackupManifest>;

/** @throws Error with a sentence for people when this version does not understand the manifest */
export function parseManifest(value: unknown): BackupManifest {
  const parsed = BackupManifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `The manifest of the backup is not one that this version of Acacia understands (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}).`,
  );
}
