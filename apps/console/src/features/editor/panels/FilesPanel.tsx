/** The person's files: open, create, rename, delete (with a way back), sort. */
import { ConfirmDestructive, EmptyState, RelativeTime } from '@acacia/ui';
import { ActionIcon, Button, Menu, Modal, TextInput, Tooltip } from '@mantine/core';
import { IconArrowsSort, IconDots, IconFileCode, IconFilePlus } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import {
  FILE_ORDERS,
  nameProblem,
  sorted,
  type FileOrder,
  type FileStore,
  type QueryFile,
} from '../files/file-store.ts';
import classes from './panels.module.css';

interface FilesPanelProps {
  readonly files: readonly QueryFile[];
  readonly store: FileStore;
  readonly currentId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onCreate: () => void;
  readonly onDelete: (file: QueryFile) => void;
}

const ORDER_LABELS: Readonly<Record<FileOrder, string>> = {
  LastModified: 'Last modified',
  DateCreated: 'Date created',
  Name: 'Name',
};
const ORDER_KEY = 'acacia.editor.order';

const rememberedOrder = (): FileOrder =>
  FILE_ORDERS.find((order) => order === localStorage.getItem(ORDER_KEY)) ?? 'LastModified';

export function FilesPanel({ files, store, currentId, onOpen, onCreate, onDelete }: FilesPanelProps) {
  const [order, setOrder] = useState(rememberedOrder);
  const [renaming, setRenaming] = useState<QueryFile | null>(null);
  const [deleting, setDeleting] = useState<QueryFile | null>(null);
  return (
    <div className={classes.panel}>
      <div className={classes.tools}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFilePlus size={15} stroke={1.7} />}
          onClick={onCreate}
        >
          New file
        </Button>
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
      {files.length === 0 && (
        <EmptyState
          compact
          title="No files"
          description="Files keep your statements. They stay in this browser."
        />
      )}
      <ul className={classes.list} aria-label="Files">
        {sorted(files, order).map((file) => (
          <li key={file.id} className={classes.item} data-current={file.id === currentId || undefined}>
            <button
              type="button"
              className={classes.open}
              aria-current={file.id === currentId ? 'page' : undefined}
              title={file.name}
              onClick={() => onOpen(file.id)}
            >
              <IconFileCode size={15} stroke={1.6} aria-hidden />
              <span className={classes.name}>{file.name}</span>
              <span className={classes.more}>
                <RelativeTime at={file.updated_at} />
              </span>
            </button>
            <span className={classes.actions}>
              <Menu>
                <Menu.Target>
                  <ActionIcon size="sm" aria-label={`Actions for ${file.name}`}>
                    <IconDots size={15} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setRenaming(file)}>Rename</Menu.Item>
                  <Menu.Item
                    onClick={() => onOpen(store.create(copyName(file.name, files), file.content).id)}
                  >
                    Duplicate
                  </Menu.Item>
                  <Menu.Divider />
                  <Menu.Item color="var(--acacia-negative)" onClick={() => setDeleting(file)}>
                    Delete
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </span>
          </li>
        ))}
      </ul>
      {deleting !== null && (
        <ConfirmDestructive
          opened
          title={`Delete ${deleting.name}?`}
          losses={[linesIn(deleting.content)]}
          confirmLabel="Delete file"
          onClose={() => setDeleting(null)}
          onConfirm={async () => onDelete(deleting)}
        />
      )}
      {renaming !== null && (
        <RenameDialog
          file={renaming}
          others={files.filter((file) => file.id !== renaming.id)}
          onRename={(name) => {
            store.rename(renaming.id, name);
            setRenaming(null);
          }}
          onClose={() => setRenaming(null)}
        />
      )}
    </div>
  );
}

function linesIn(content: string): string {
  if (content.trim() === '') return 'An empty file';
  const count = content.split('\n').length;
  return `${count} ${count === 1 ? 'line' : 'lines'} of text`;
}

function copyName(name: string, files: readonly QueryFile[]): string {
  const base = name.replace(/\.gsql$/, '');
  for (let number = 1; ; number += 1) {
    const next = `${base}-copy${number === 1 ? '' : `-${number}`}.gsql`;
    if (!files.some((file) => file.name === next)) return next;
  }
}

function RenameDialog({
  file,
  others,
  onRename,
  onClose,
}: {
  readonly file: QueryFile;
  readonly others: readonly QueryFile[];
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(file.name);
  const problem = nameProblem(name, others);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null) onRename(name);
  };
  return (
    <Modal opened onClose={onClose} title={`Rename ${file.name}`} size={420}>
      <form onSubmit={submit}>
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={problem ?? undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 20 }}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={problem !== null}>
            Rename
          </Button>
        </div>
      </form>
    </Modal>
  );
}
