/** What a backup holds, file by file and type by type: by this it is restored and proved (docs/adr/0015). */
import { InternalChecksums } from '@acacia/contract';
import { z } from 'zod';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Bytes = z.number().int().min(0);

/** Below the folder of the data; nothing that leads out of it. */
const RelativePath = z
  .string()
  .refine((path) => path.split('/').every((part) => !['', '.', '..'].includes(part) && !part.includes('\0')));

const BackupFile = z.object({
  path: RelativePath,
  /** Permissions. */
  mode: z.number().int().min(0).max(0o777),
  sizeBytes: Bytes,
  sha256: Sha256,
  /** The compressed file in the store: its name below the backup's folder, and what it is there. */
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
  /** Of the copy that was taken, by a workspace that opened it. */
  data: InternalChecksums,
});
export type BackupManifest = z.infer<typeof BackupManifest>;

/** @throws Error with a sentence for a manifest that this version does not understand */
export function parseManifest(value: unknown): BackupManifest {
  const parsed = BackupManifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `The manifest of the backup is not one that this version of Acacia understands (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}).`,
  );
}
