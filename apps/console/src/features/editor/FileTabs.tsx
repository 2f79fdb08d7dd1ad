/** The open files above the editor. */
import { ActionIcon, CloseButton, Loader, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import classes from './editor.module.css';
import type { QueryFile } from './files/file-store.ts';

interface FileTabsProps {
  readonly files: readonly QueryFile[];
  readonly currentId: string | undefined;
  /** Files whose statements are running now. */
  readonly running: ReadonlySet<string>;
  readonly onOpen: (id: string) => void;
  readonly onClose: (id: string) => void;
  readonly onCreate: () => void;
}

export function FileTabs({ files, currentId, running, onOpen, onClose, onCreate }: FileTabsProps) {
  return (
    <div className={classes.tabs}>
      <ul className={classes.tabList} aria-label="Open files">
        {files.map((file) => (
          <li key={file.id} className={classes.tab} data-current={file.id === currentId || undefined}>
            <button
              type="button"
              className={classes.tabButton}
              aria-current={file.id === currentId ? 'page' : undefined}
              onClick={() => onOpen(file.id)}
            >
              {file.name}
            </button>
            {running.has(file.id) && <Loader size={12} mr={4} aria-label={`${file.name} is running`} />}
            {files.length > 1 && (
              <CloseButton size="xs" aria-label={`Close ${file.name}`} onClick={() => onClose(file.id)} />
            )}
          </li>
        ))}
      </ul>
      <Tooltip label="New file">
        <ActionIcon aria-label="New file" onClick={onCreate}>
          <IconPlus size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
