/** Down- and uploads of files and folders. */
import { t } from '@acacia/texts';
import type { FileEntry } from '@acacia/contract';
import { download, toast } from '@acacia/ui';
import { useRef, useState, type ReactNode } from 'react';
import { useMe } from '../../../data/me.ts';
import { part } from '../../../services/part.ts';
import { useServices } from '../../../services/services.ts';
import { below, namesBeside } from './tree.ts';
import { upload, type UploadedFile } from './upload.ts';

/** Texts that are read at a time for a folder. */
const AT_A_TIME = 4;

const zipPart = () => part(() => import('./zip.ts'));

/** Bytes of the largest archive that is opened. */
const ARCHIVE_BYTES = 64 * 1024 * 1024;

/** The files of what was chosen: archives unpacked, folders with their paths. */
async function chosenFiles(list: FileList): Promise<readonly UploadedFile[]> {
  const found: UploadedFile[] = [];
  for (const file of list) {
    if (/\.zip$/i.test(file.name)) {
      if (file.size > ARCHIVE_BYTES) throw new Error(t`${file.name} is larger than 64 MB.`);
      const { unpack } = await zipPart();
      const folder = file.name.replace(/\.zip$/i, '');
      const packed = await unpack(new Uint8Array(await file.arrayBuffer()));
      // A folder that was downloaded stands in the archive by its name already.
      const isIn = packed.every(({ path }) => path.startsWith(`${folder}/`));
      found.push(...packed.map(({ path, text }) => ({ path: isIn ? path : `${folder}/${path}`, text })));
    } else {
      found.push({ path: file.webkitRelativePath || file.name, text: await file.text() });
    }
  }
  return found;
}

interface FileTransfer {
  /** Hidden fields for choosing files; drawn once. */
  readonly input: ReactNode;
  readonly isBusy: boolean;
  /** Lets the person choose files, or one folder. @param parentId null: the top */
  readonly choose: (parentId: string | null, folder: boolean) => void;
  readonly download: (entry: FileEntry) => void;
}

export function useFileTransfer(files: readonly FileEntry[], refetch: () => Promise<unknown>): FileTransfer {
  const { cloud } = useServices();
  const me = useMe();
  const [isBusy, setBusy] = useState(false);
  const single = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const target = useRef<string | null>(null);

  const take = async (list: FileList) => {
    setBusy(true);
    const shown = toast.progress(t`Uploading …`);
    try {
      const chosen = await chosenFiles(list);
      const parent = files.find(({ file_id }) => file_id === target.current);
      const taken = namesBeside(files, parent?.owner.user_id ?? me.id, target.current);
      const problems = await upload(cloud, chosen, target.current, taken, () => undefined);
      const done = chosen.length - problems.length;
      const [first] = problems;
      if (first === undefined)
        shown.success(done === 1 ? t`${done} file uploaded.` : t`${done} files uploaded.`);
      else shown.error(new Error(t`${done} of ${chosen.length} files uploaded. ${first}`));
    } catch (error) {
      shown.error(error);
    } finally {
      setBusy(false);
      await refetch();
    }
  };
  const textOf = async ({ file_id }: FileEntry) => (await cloud.getFile({ params: { file_id } })).content;
  const downloadFolder = async (entry: FileEntry) => {
    const shown = toast.progress(t`Packing ${entry.name} …`);
    try {
      const inside = below(files, entry.file_id).filter((each) => !each.entry.is_folder);
      const packed: { path: string; text: string }[] = [];
      const waiting = [...inside];
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          packed.push({ path: `${entry.name}/${next.path}`, text: await textOf(next.entry) });
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, work));
      const { pack } = await zipPart();
      download(`${entry.name}.zip`, await pack(packed.toSorted((a, b) => a.path.localeCompare(b.path))));
      shown.dismiss();
    } catch (error) {
      shown.error(error);
    }
  };
  const onChange = (event: React.ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    if (field.files === null || field.files.length === 0) return;
    void take(field.files).finally(() => (field.value = ''));
  };

  return {
    isBusy,
    input: (
      <>
        <input ref={single} type="file" multiple hidden aria-label="Files to upload" onChange={onChange} />
        <input
          ref={folder}
          type="file"
          hidden
          aria-label="Folder to upload"
          onChange={onChange}
          {...{ webkitdirectory: '' }}
        />
      </>
    ),
    choose: (parentId, isFolder) => {
      target.current = parentId;
      (isFolder ? folder : single).current?.click();
    },
    download: (entry) => {
      if (entry.is_folder) return void downloadFolder(entry);
      textOf(entry).then((text) => download(entry.name, text), toast.error);
    },
  };
}
