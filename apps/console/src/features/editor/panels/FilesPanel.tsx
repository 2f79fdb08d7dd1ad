/** The person's files and those shared with them, as trees: open, create, rename, move, share, delete, sort, search. */
import { t } from '@acacia/texts';
import { FILE_ORDERS, type FileEntry, type FileOrder } from '@acacia/contract';
import { ConfirmDestructive, EmptyState, ErrorState, TableSkeleton, toast } from '@acacia/ui';
import { ActionIcon, Button, Menu, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsSort, IconFilePlus, IconFolderPlus, IconSearch, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../../data/me.ts';
import { useServices } from '../../../services/services.ts';
import { lazyPart } from '../../../services/lazy-part.tsx';
import { formCall } from '../../../shell/copy-as/form-call.ts';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import { fileKeys, filesQuery } from '../files/file-queries.ts';
import { MoveDialog } from '../files/MoveDialog.tsx';
import { NameDialog } from '../files/NameDialog.tsx';
import { treeRows, foldersAbove, namesBeside } from '../files/tree.ts';
import { useFileTransfer } from '../files/useFileTransfer.tsx';
import type { Files } from '../files/useFiles.ts';
import { useStable } from '../useStable.ts';
import { DRAGGED } from './dragged.ts';
import { FileRow, type FileActions } from './FileRow.tsx';
import { FoundFiles } from './FoundFiles.tsx';
import { LeftPeople } from './LeftPeople.tsx';
import classes from './panels.module.css';

const ShareDialog = lazyPart(async () => (await import('../files/ShareDialog.tsx')).ShareDialog);

const ORDER_LABELS: Readonly<Record<FileOrder, string>> = {
  LastModified: t`Last modified`,
  DateCreated: t`Date created`,
  Name: t`Name`,
};
const ORDER_KEY = 'acacia.editor.order';
const SEARCH_WAIT_MS = 250;

const NO_FILES: readonly FileEntry[] = [];

const rememberedOrder = (): FileOrder =>
  FILE_ORDERS.find((order) => order === localStorage.getItem(ORDER_KEY)) ?? 'LastModified';

/** The dialog that is open. */
type Asking =
  | { readonly kind: 'folder' | 'file'; readonly parentId: string | null; readonly owner: string }
  | { readonly kind: 'rename' | 'move' | 'share' | 'delete'; readonly entry: FileEntry };

function linkTo(id: string): string {
  const link = new URL(window.location.href);
  link.searchParams.set('fileId', id);
  return link.href;
}

export function FilesPanel({ files }: { readonly files: Files }) {
  const services = useServices();
  const { cloud } = services;
  const me = useMe();
  const list = useQuery(filesQuery(services));
  const entries = list.data?.files ?? NO_FILES;
  const [order, setOrder] = useState(rememberedOrder);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<Asking | null>(null);
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), SEARCH_WAIT_MS);
  const transfer = useFileTransfer(entries, files.refetch);

  // The folders above the open file are open from its opening on, until they are closed by hand.
  const [revealed, setRevealed] = useState<string>();
  const { currentId } = files;
  if (currentId !== undefined && currentId !== revealed && entries.length > 0) {
    setRevealed(currentId);
    const above = foldersAbove(entries, currentId).map(({ file_id }) => file_id);
    if (above.length > 0) setOpened(new Set([...opened, ...above]));
  }

  const update = async (entry: FileEntry, body: { name?: string; parent_id?: string | null }) => {
    await cloud.updateFile({ params: { file_id: entry.file_id }, body });
    if (body.name !== undefined) files.documents.rename(entry.file_id, body.name);
    await files.refetch();
  };
  const duplicate = async (entry: FileEntry) => {
    const { content } = await cloud.getFile({ params: { file_id: entry.file_id } });
    const taken = namesBeside(entries, me.id, null);
    const [, base = entry.name, end = ''] = /^(.+?)((?:\.\w+)?)$/su.exec(entry.name) ?? [];
    let name = `${base}-copy${end}`;
    for (let number = 2; taken.has(name); number += 1) name = `${base}-copy-${number}${end}`;
    await files.create(name, null, content);
  };
  const actions = useStable<FileActions>({
    open: (entry) => files.openFile(entry.file_id),
    toggle: ({ file_id }) => {
      const next = new Set(opened);
      if (!next.delete(file_id)) next.add(file_id);
      setOpened(next);
    },
    newFile: ({ file_id, owner }) => setAsking({ kind: 'file', parentId: file_id, owner: owner.user_id }),
    newFolder: ({ file_id, owner }) => setAsking({ kind: 'folder', parentId: file_id, owner: owner.user_id }),
    rename: (entry) => setAsking({ kind: 'rename', entry }),
    move: (entry) => setAsking({ kind: 'move', entry }),
    share: (entry) => setAsking({ kind: 'share', entry }),
    remove: (entry) => setAsking({ kind: 'delete', entry }),
    duplicate: (entry) => void duplicate(entry).catch(toast.error),
    download: transfer.download,
    upload: (entry) => transfer.choose(entry.file_id, false),
    copyLink: (entry) =>
      void navigator.clipboard
        .writeText(linkTo(entry.file_id))
        .then(() => toast.success(t`The link is copied. It opens for those who may.`), toast.error),
    drop: (id, folder) => {
      const entry = entries.find(({ file_id }) => file_id === id);
      if (entry === undefined || entry.parent_id === folder || id === folder) return;
      update(entry, { parent_id: folder }).catch(toast.error);
    },
  });

  const own = entries.filter(({ permission }) => permission === 'owner');
  const shared = entries.filter(({ permission }) => permission !== 'owner');
  const tree = (label: string, part: readonly FileEntry[]) => (
    <ul className={classes.tree} aria-label={label}>
      {treeRows(part, order, (id) => opened.has(id)).map(({ entry, level }) => (
        <FileRow
          key={entry.file_id}
          entry={entry}
          level={level}
          isOpen={opened.has(entry.file_id)}
          isCurrent={entry.file_id === currentId}
          actions={actions}
        />
      ))}
    </ul>
  );

  return (
    <div className={classes.panel}>
      {transfer.input}
      <div className={classes.tools}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFilePlus size={15} stroke={1.7} />}
          onClick={() => setAsking({ kind: 'file', parentId: null, owner: me.id })}
        >
          New file
        </Button>
        <Tooltip label="New folder">
          <ActionIcon
            aria-label="New folder"
            onClick={() => setAsking({ kind: 'folder', parentId: null, owner: me.id })}
          >
            <IconFolderPlus size={15} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Menu>
          <Menu.Target>
            <Tooltip label="Upload">
              <ActionIcon aria-label="Upload" loading={transfer.isBusy}>
                <IconUpload size={15} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => transfer.choose(null, false)}>Files, or a zip of a folder</Menu.Item>
            <Menu.Item onClick={() => transfer.choose(null, true)}>A folder</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <span style={{ flex: 1 }} />
        <Menu>
          <Menu.Target>
            <Tooltip label={`Sorted by ${ORDER_LABELS[order].toLowerCase()}`}>
              <ActionIcon aria-label="Sort files">
                <IconArrowsSort size={15} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Sort by</Menu.Label>
            {FILE_ORDERS.map((each) => (
              <Menu.Item
                key={each}
                onClick={() => {
                  localStorage.setItem(ORDER_KEY, each);
                  setOrder(each);
                }}
                {...(each === order ? { 'aria-current': true, fw: 600 } : {})}
              >
                {ORDER_LABELS[each]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className={classes.search}>
        <TextInput
          size="xs"
          type="search"
          aria-label="Search names and texts"
          placeholder="Search names and texts"
          leftSection={<IconSearch size={14} stroke={1.7} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {words !== '' ? (
        <FoundFiles words={words} files={entries} currentId={currentId} onOpen={files.openFile} />
      ) : (
        <div
          className={classes.list}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            actions.drop(event.dataTransfer.getData(DRAGGED), null);
          }}
        >
          {list.isPending && <TableSkeleton rows={4} />}
          {list.isError && list.data === undefined && (
            <ErrorState compact what="Your files" error={list.error} onRetry={() => void list.refetch()} />
          )}
          {list.data !== undefined && own.length === 0 && (
            <EmptyState
              compact
              title="No files"
              description="Files keep your statements. They can be opened in any browser, and shared."
            />
          )}
          {own.length > 0 && tree(t`Files`, own)}
          {shared.length > 0 && (
            <>
              <h2 className={classes.heading}>Shared with me</h2>
              {tree(t`Shared with me`, shared)}
            </>
          )}
          {list.data?.more === true && (
            <p className={classes.note}>There are more files than are listed here. Search finds them all.</p>
          )}
          <LeftPeople onChanged={files.refetch} />
        </div>
      )}
      {(asking?.kind === 'file' || asking?.kind === 'folder') && (
        <NameDialog
          title={asking.kind === 'file' ? 'New file' : 'New folder'}
          action="Create"
          name={asking.kind === 'file' ? 'query.gsql' : ''}
          owner={asking.owner}
          files={entries}
          parentId={asking.parentId}
          onDone={async (name) => {
            const { parentId } = asking;
            if (parentId !== null) setOpened(new Set([...opened, parentId]));
            if (asking.kind === 'file') return files.create(name, parentId);
            await cloud.createFile({ body: { name, parent_id: parentId, is_folder: true } });
            return files.refetch();
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.kind === 'rename' && (
        <NameDialog
          title={`Rename ${asking.entry.name}`}
          action="Rename"
          name={asking.entry.name}
          owner={asking.entry.owner.user_id}
          files={entries}
          parentId={asking.entry.parent_id}
          renames
          onDone={(name) => update(asking.entry, { name })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.kind === 'move' && (
        <MoveDialog
          entry={asking.entry}
          files={entries}
          onMove={(parent_id) => update(asking.entry, { parent_id })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.kind === 'share' && (
        <LoadBoundary what="The dialog" skeleton={null} compact>
          <ShareDialog
            name={asking.entry.name}
            owner={asking.entry.owner}
            link={asking.entry.is_folder ? null : linkTo(asking.entry.file_id)}
            note={
              asking.entry.is_folder
                ? 'All that is in the folder is shared with it.'
                : 'The link opens for those who may.'
            }
            shareKey={[...fileKeys.list, 'shares', asking.entry.file_id]}
            list={(signal) => cloud.listFileShares({ params: { file_id: asking.entry.file_id }, signal })}
            share={(body) => formCall('shareFile', { params: { file_id: asking.entry.file_id }, body })}
            onChanged={files.refetch}
            onClose={() => setAsking(null)}
          />
        </LoadBoundary>
      )}
      {asking?.kind === 'delete' && (
        <ConfirmDestructive
          opened
          title={`Delete ${asking.entry.name}?`}
          losses={[asking.entry.is_folder ? t`The folder with all that is in it` : t`The file and its text`]}
          confirmLabel={asking.entry.is_folder ? 'Delete folder' : 'Delete file'}
          onClose={() => setAsking(null)}
          onConfirm={() => files.remove(asking.entry)}
        />
      )}
    </div>
  );
}
