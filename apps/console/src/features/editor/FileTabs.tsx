/** The open files above the editor. */
import { t } from '@acacia/texts';
import { ActionIcon, CloseButton, Loader, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import classes from './editor.module.css';
import type { DocumentState } from './files/open-document.ts';

/** States that a tab shows; others are the usual ones. */
const MARKS: Partial<Record<DocumentState, string>> = {
  temporary: t`Temporary`,
  unsent: t`Not sent yet`,
  stopped: t`Not saved`,
  conflict: t`Changed by two people`,
  lost: t`No longer there`,
};

interface FileTabsProps {
  readonly files: readonly { readonly id: string; readonly name: string; readonly state: DocumentState }[];
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
              {MARKS[file.state] !== undefined && (
                <span className={classes.mark} title={MARKS[file.state]} aria-label={MARKS[file.state]}>
                  •
                </span>
              )}
            </button>
            {running.has(file.id) && <Loader size={12} mr={4} aria-label={`${file.name} is running`} />}
            <CloseButton
              size={24}
              iconSize={14}
              aria-label={`Close ${file.name}`}
              onClick={() => onClose(file.id)}
            />
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
