/** Folders as zip archives. Loaded when one is down- or uploaded. */
import { t } from '@acacia/texts';
import { FILE_LIMITS } from '@acacia/contract';
import { strFromU8, strToU8, unzip, zip, type Unzipped } from 'fflate';

interface PackedFile {
  /** With `/` between folders. */
  readonly path: string;
  readonly text: string;
}

export function pack(files: readonly PackedFile[]): Promise<Blob> {
  const entries = Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)]));
  return new Promise((resolve, reject) => {
    zip(entries, { level: 6 }, (error, data) => {
      if (error === null) resolve(new Blob([new Uint8Array(data)], { type: 'application/zip' }));
      else reject(error);
    });
  });
}

/**
 * The files of an archive. Those that are too large for a file, and more than a person may have, are not unpacked: a small
 * archive can hold gigabytes.
 * @throws Error with a sentence for people
 */
export async function unpack(data: Uint8Array): Promise<readonly PackedFile[]> {
  let files = 0;
  let bytes = 0;
  let refusal = '';
  const unpacked = await new Promise<Unzipped>((resolve, reject) => {
    unzip(
      data,
      {
        filter: ({ name, originalSize }) => {
          if (name.endsWith('/')) return false;
          files += 1;
          bytes += originalSize;
          if (originalSize > FILE_LIMITS.bytes) refusal = t`${name} in the archive is too large for a file.`;
          if (files > FILE_LIMITS.files) refusal = t`The archive holds more than ${FILE_LIMITS.files} files.`;
          if (bytes > FILE_LIMITS.totalBytes)
            refusal = t`The archive holds more text than a person may have.`;
          return refusal === '';
        },
      },
      (error, found) => {
        if (refusal !== '') reject(new Error(refusal));
        else if (error === null) resolve(found);
        else reject(new Error(t`This is no zip archive that can be read.`, { cause: error }));
      },
    );
  });
  return Object.entries(unpacked).map(([path, content]) => ({ path, text: strFromU8(content) }));
}
