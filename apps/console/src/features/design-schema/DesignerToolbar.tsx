/** The bar above the designer: history, new types, shortcuts, save. */
import { t } from '@acacia/texts';
import { ActionButton } from '@acacia/ui';
import { ActionIcon, Group, Popover, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowRight,
  IconCircle,
  IconCode,
  IconHistory,
  IconKeyboard,
  IconLayoutGrid,
  IconMaximize,
  IconMinimize,
  IconTrash,
} from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { Shortcuts } from './Shortcuts.tsx';
import classes from './Designer.module.css';

export interface DesignerToolbarProps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isSaving: boolean;
  readonly hasSelection: boolean;
  readonly hasVertices: boolean;
  /** The changes that are not saved yet, in words; undefined when there are none. */
  readonly unsaved: string | undefined;
  /** Why the person may not change the schema; undefined when they may. */
  readonly refusal: string | undefined;
  /** Why the draft cannot be edited now; undefined when it can. */
  readonly readOnlyReason: string | undefined;
  /** Why the draft cannot be saved; undefined when it can. */
  readonly saveRefusal: string | undefined;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onRemove: () => void;
  readonly onCreateVertex: () => void;
  readonly onCreateEdge: () => void;
  readonly onSave: () => void;
  /** Why there are no changes to review; undefined when there are. */
  readonly reviewRefusal: string | undefined;
  readonly onReview: () => void;
  readonly onArrange: () => void;
  readonly isTextShown: boolean;
  /** The text has faults, and the draft waits for it. */
  readonly isTextFaulty: boolean;
  readonly onText: () => void;
  readonly onVersions: () => void;
  readonly isFull: boolean;
  readonly onFull: () => void;
  /** The choice of global types, for the designer of a graph. */
  readonly globalTypes: ReactNode;
}

export const DesignerToolbar = memo(function DesignerToolbar(props: DesignerToolbarProps) {
  const { unsaved, refusal, readOnlyReason, saveRefusal } = props;
  const isHeld = props.isSaving || props.isTextFaulty;
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Schema">
      <Group gap={4}>
        <Act tip="Undo" label="Undo" disabled={isHeld || !props.canUndo} onClick={props.onUndo}>
          <IconArrowBackUp size={18} />
        </Act>
        <Act tip="Redo" label="Redo" disabled={isHeld || !props.canRedo} onClick={props.onRedo}>
          <IconArrowForwardUp size={18} />
        </Act>
        <Act
          tip="Delete what is selected"
          label="Delete selection"
          disabled={readOnlyReason !== undefined || !props.hasSelection}
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
          (props.hasVertices ? undefined : t`An edge type joins vertex types: create one first.`)
        }
        onClick={props.onCreateEdge}
      >
        Create edge
      </ActionButton>
      {props.globalTypes}
      <Act
        tip="Arrange all types anew"
        label="Arrange"
        disabled={readOnlyReason !== undefined || !props.hasVertices}
        onClick={props.onArrange}
      >
        <IconLayoutGrid size={18} />
      </Act>
      <span className={classes.spacer} />
      {refusal !== undefined && (
        <Tooltip label={refusal} multiline w={260}>
          <span className={classes.viewOnly} tabIndex={0} aria-description={refusal}>
            View only
          </span>
        </Tooltip>
      )}
      {unsaved !== undefined && <span className={classes.dirty}>{unsaved}</span>}
      <Group gap={0} wrap="nowrap">
        <Tooltip label={props.isTextShown ? 'Hide the schema as GSQL' : 'Show the schema as GSQL'}>
          <ActionIcon
            variant="subtle"
            color={props.isTextShown ? undefined : 'gray'}
            aria-label="Schema as GSQL"
            aria-pressed={props.isTextShown}
            onClick={props.onText}
          >
            <IconCode size={18} />
          </ActionIcon>
        </Tooltip>
        <Act
          tip="Versions of the schema, and who made them"
          label="Versions"
          disabled={false}
          onClick={props.onVersions}
        >
          <IconHistory size={18} />
        </Act>
        <Act
          tip={props.isFull ? 'Leave full screen' : 'Full screen'}
          label={props.isFull ? 'Leave full screen' : 'Full screen'}
          disabled={false}
          onClick={props.onFull}
        >
          {props.isFull ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
        </Act>
        <Popover position="bottom-end" width={340}>
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" aria-label="Shortcuts">
              <IconKeyboard size={18} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Shortcuts />
          </Popover.Dropdown>
        </Popover>
      </Group>
      <ActionButton variant="default" disabledReason={props.reviewRefusal} onClick={props.onReview}>
        Review
      </ActionButton>
      <ActionButton disabledReason={saveRefusal} loading={props.isSaving} onClick={props.onSave}>
        Save
      </ActionButton>
    </div>
  );
});

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
