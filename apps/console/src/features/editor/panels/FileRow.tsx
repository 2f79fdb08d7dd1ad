/** A file or folder in the tree, with the menu of its actions. */
import { t } from '@acacia/texts';
import type { FileEntry } from '@acacia/contract';
import { ActionMenuItem, RelativeTime } from '@acacia/ui';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconFileCode,
  IconFolder,
  IconUsers,
} from '@tabler/icons-react';
import { memo, useState } from 'react';
import { DRAGGED } from './dragged.ts';
import classes from './panels.module.css';

type Act = (entry: FileEntry) => void;

export interface FileActions {
  readonly open: Act;
  readonly toggle: Act;
  readonly newFile: Act;
  readonly newFolder: Act;
  readonly rename: Act;
  readonly move: Act;
  readonly share: Act;
  readonly remove: Act;
  readonly duplicate: Act;
  readonly download: Act;
  readonly upload: Act;
  readonly copyLink: Act;
  /** @param folder null: the top */
  readonly drop: (id: string, folder: string | null) => void;
}

interface FileRowProps {
  readonly entry: FileEntry;
  /** 0: at the top. */
  readonly level: number;
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
  readonly actions: FileActions;
}

const INDENT = 14;

/** How a file of the person's own is shared, or whose it is. */
function sharing({ permission, is_shared, owner, access }: FileEntry): string | undefined {
  if (permission !== 'owner') return t`Of ${owner.name || owner.email}`;
  if (!is_shared) return undefined;
  return access > 0 ? t`Shared with the organization` : t`Shared`;
}

/** Drawn anew only when its own file is another: the list is read again after each save. */
export const FileRow = memo(function FileRow({ entry, level, isOpen, isCurrent, actions }: FileRowProps) {
  const [menu, setMenu] = useState(false);
  const [over, setOver] = useState(false);
  const { name, is_folder: isFolder } = entry;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const about = sharing(entry);
  const ownerOnly =
    entry.permission === 'owner' ? undefined : t`Only its owner, ${entry.owner.email}, can do this.`;
  const viewOnly = entry.permission === 'view' ? t`This is shared with you for viewing only.` : undefined;
  // At the top of what is shared, the folder around it is the owner's.
  const placeOnly = entry.parent_id === null ? ownerOnly : viewOnly;
  return (
    <li
      className={classes.item}
      data-current={isCurrent || undefined}
      data-over={over || undefined}
      draggable={placeOnly === undefined}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, entry.file_id)}
      onDragOver={(event) => {
        if (!isFolder) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!isFolder) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        actions.drop(event.dataTransfer.getData(DRAGGED), entry.file_id);
      }}
    >
      <button
        type="button"
        className={classes.open}
        style={{ paddingLeft: 8 + level * INDENT }}
        aria-current={isCurrent ? 'page' : undefined}
        aria-expanded={isFolder ? isOpen : undefined}
        title={about === undefined ? name : `${name} (${about})`}
        onClick={() => (isFolder ? actions.toggle(entry) : actions.open(entry))}
      >
        {isFolder && <Chevron size={13} aria-hidden style={{ flex: 'none' }} />}
        {isFolder ? (
          <IconFolder size={15} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
        ) : (
          <IconFileCode size={15} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
        )}
        <bdi className={classes.name}>{name}</bdi>
        {about !== undefined && (
          <IconUsers size={13} stroke={1.6} aria-label={about} style={{ flex: 'none' }} />
        )}
        <span className={classes.more}>
          <RelativeTime at={entry.updated_at} />
        </span>
      </button>
      <span className={classes.actions}>
        <Menu opened={menu} onChange={setMenu}>
          <Menu.Target>
            <ActionIcon size="sm" aria-label={`Actions for ${name}`}>
              <IconDots size={15} />
            </ActionIcon>
          </Menu.Target>
          {menu && (
            <Menu.Dropdown>
              {isFolder && (
                <>
                  <ActionMenuItem disabledReason={viewOnly} onClick={() => actions.newFile(entry)}>
                    New file in it
                  </ActionMenuItem>
                  <ActionMenuItem disabledReason={viewOnly} onClick={() => actions.newFolder(entry)}>
                    New folder in it
                  </ActionMenuItem>
                  <ActionMenuItem disabledReason={viewOnly} onClick={() => actions.upload(entry)}>
                    Upload into it
                  </ActionMenuItem>
                  <Menu.Divider />
                </>
              )}
              <ActionMenuItem disabledReason={viewOnly} onClick={() => actions.rename(entry)}>
                Rename
              </ActionMenuItem>
              <ActionMenuItem disabledReason={placeOnly} onClick={() => actions.move(entry)}>
                Move
              </ActionMenuItem>
              {!isFolder && <Menu.Item onClick={() => actions.duplicate(entry)}>Duplicate</Menu.Item>}
              <ActionMenuItem disabledReason={ownerOnly} onClick={() => actions.share(entry)}>
                Share
              </ActionMenuItem>
              {!isFolder && <Menu.Item onClick={() => actions.copyLink(entry)}>Copy the link</Menu.Item>}
              <Menu.Item onClick={() => actions.download(entry)}>
                {isFolder ? 'Download as zip' : 'Download'}
              </Menu.Item>
              <Menu.Divider />
              <ActionMenuItem destructive disabledReason={placeOnly} onClick={() => actions.remove(entry)}>
                Delete
              </ActionMenuItem>
            </Menu.Dropdown>
          )}
        </Menu>
      </span>
    </li>
  );
});
