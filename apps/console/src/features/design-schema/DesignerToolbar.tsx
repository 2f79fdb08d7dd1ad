/** The bar above the designer: history, new types, shortcuts, save. */
import { ActionButton } from '@acacia/ui';
import { ActionIcon, Group, Kbd, Popover, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowRight,
  IconCircle,
  IconKeyboard,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DesignerState } from './designer-state.ts';
import classes from './Designer.module.css';

const SHORTCUTS: readonly (readonly [string, string])[] = [
  ['Drag from the dot at a box', 'Create an edge type'],
  ['Ctrl/Cmd + Z', 'Undo'],
  ['Ctrl/Cmd + Shift + Z', 'Redo'],
  ['Ctrl/Cmd + S', 'Save'],
  ['Delete or Backspace', 'Delete what is selected'],
  ['Shift + click', 'Select several'],
  ['Escape', 'Close the panel'],
];

export interface DesignerToolbarProps {
  readonly state: DesignerState;
  readonly dirty: boolean;
  /** Why the draft cannot be edited; undefined when it can. */
  readonly readOnlyReason: string | undefined;
  /** Why the draft cannot be saved; undefined when it can. */
  readonly saveRefusal: string | undefined;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onRemove: () => void;
  readonly onCreateVertex: () => void;
  readonly onCreateEdge: () => void;
  readonly onSave: () => void;
}

export function DesignerToolbar(props: DesignerToolbarProps) {
  const { state, dirty, readOnlyReason, saveRefusal } = props;
  const { history, selected, saving } = state;
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Schema">
      <Group gap={4}>
        <Act tip="Undo" label="Undo" disabled={saving || history.past.length === 0} onClick={props.onUndo}>
          <IconArrowBackUp size={18} />
        </Act>
        <Act tip="Redo" label="Redo" disabled={saving || history.future.length === 0} onClick={props.onRedo}>
          <IconArrowForwardUp size={18} />
        </Act>
        <Act
          tip="Delete what is selected"
          label="Delete selection"
          disabled={readOnlyReason !== undefined || selected.size === 0}
          onClick={props.onRemove}
        >
          <IconTrash size={18} />
        </Act>
      </Group>
      <ActionButton
        variant="default"
        leftSection={<IconCircle size={15} />}
        disabledReason={readOnlyReason}
        onClick={props.onCreateVertex}
      >
        Create vertex
      </ActionButton>
      <ActionButton
        variant="default"
        leftSection={<IconArrowRight size={15} />}
        disabledReason={
          readOnlyReason ??
          (history.present.vertices.length === 0
            ? 'An edge type joins vertex types: create one first.'
            : undefined)
        }
        onClick={props.onCreateEdge}
      >
        Create edge
      </ActionButton>
      <span className={classes.spacer} />
      {dirty && <span className={classes.dirty}>You have not saved your changes to the schema.</span>}
      <Popover position="bottom-end" width={340}>
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="Shortcuts">
            <IconKeyboard size={18} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <dl className={classes.shortcuts}>
            {SHORTCUTS.map(([keys, what]) => (
              <div key={keys}>
                <dt>
                  <Kbd size="xs">{keys}</Kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </Popover.Dropdown>
      </Popover>
      <ActionButton disabledReason={saveRefusal} loading={saving} onClick={props.onSave}>
        Save
      </ActionButton>
    </div>
  );
}

interface ActProps {
  readonly tip: string;
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Act({ tip, label, disabled, onClick, children }: ActProps) {
  return (
    <Tooltip label={tip}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
