/**
 * Copies the files of an open store, in a process of its own: a process that closes a file which it
 * has open a second time in DuckDB would lose DuckDB's lock on it.
 */
import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';

export interface CopyRequest {
  readonly files: readonly { readonly from: string; readonly to: string }[];
}

/** `code` is the system's (`ENOSPC`). */
export type CopyAnswer =
  | { readonly kind: 'ready' | 'copied' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

const answer = (message: CopyAnswer): void => {
  process.send?.(message);
};

process.on('message', ({ files }: CopyRequest) => {
  Promise.all(files.map(({ from, to }) => copyFile(from, to, constants.COPYFILE_FICLONE))).then(
    () => answer({ kind: 'copied' }),
    (cause: NodeJS.ErrnoException) =>
      answer({ kind: 'failed', code: cause.code ?? '', message: cause.message }),
  );
});
process.on('disconnect', () => process.exit());
answer({ kind: 'ready' });
