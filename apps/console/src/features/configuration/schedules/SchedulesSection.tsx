/** Schedules of the workspace; edits are held until Save (specification part 2, section 4). */
import { gap, t } from '@acacia/texts';
import type { Schedule, Workspace, WorkspaceType } from '@acacia/contract';
import { formatDateTime, Section, StatusBadge, Tag } from '@acacia/ui';
import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import classes from '../configuration.module.css';
import {
  newSchedule,
  rowsOf,
  scheduleText,
  temporaryId,
  withEdit,
  type ScheduleEdits,
  type ScheduleRow,
} from './schedule-edits.ts';
import { ScheduleForm } from './ScheduleForm.tsx';
import { browserTimeZone } from './time-zones.ts';
import { useSchedules } from './useSchedules.ts';

interface SchedulesSectionProps {
  readonly workspace: Workspace;
  readonly types: readonly WorkspaceType[];
  readonly edits: ScheduleEdits;
  readonly onEdits: (edits: ScheduleEdits) => void;
}

export function SchedulesSection(props: SchedulesSectionProps) {
  return (
    <LoadBoundary
      compact
      what="The schedules"
      skeleton={
        <Frame>
          <Skeleton height={38} role="img" aria-label="Loading schedules" />
        </Frame>
      }
      frame={(failure) => <Frame>{failure}</Frame>}
    >
      <Schedules {...props} />
    </LoadBoundary>
  );
}

function Frame({ status, children }: { readonly status?: string; readonly children: ReactNode }) {
  return (
    <Section
      id="schedules"
      title="Schedules"
      description="Pauses the workspace or runs it at a size by calendar. Changing the size restarts it."
      {...(status === undefined ? {} : { status })}
    >
      {children}
    </Section>
  );
}

function Schedules({ workspace, types, edits, onEdits }: SchedulesSectionProps) {
  const saved = useSchedules(workspace);
  /** Id of the one in the form. */
  const [open, setOpen] = useState<string | null>(null);
  const rows = rowsOf(saved, edits);
  const sizes = workspace.is_rw
    ? types
    : types.filter(({ typeName }) => typeName === workspace.workspace_type.typeName);
  const form = (row: Pick<ScheduleRow, 'id' | 'values'>) => (
    <ScheduleForm
      key={row.id}
      initial={row.values}
      sizes={sizes}
      onCancel={() => setOpen(null)}
      onDone={(values) => {
        onEdits(withEdit(saved, edits, row.id, values));
        setOpen(null);
      }}
    />
  );
  const adding = open !== null && !rows.some((row) => row.id === open);
  const first = sizes.find(({ disabled }) => !disabled)?.typeName ?? workspace.workspace_type.typeName;
  return (
    <Frame status={t`${rows.length} set`}>
      <div className={classes.stack}>
        {rows.length === 0 && !adding && <p className={classes.empty}>No schedule is set.</p>}
        {rows.length > 0 && (
          <ul className={classes.list} aria-label="Schedules">
            {rows.map((row) =>
              row.id === open ? (
                <li key={row.id}>{form(row)}</li>
              ) : (
                <Row
                  key={row.id}
                  row={row}
                  onEdit={() => setOpen(row.id)}
                  onDelete={() => onEdits(withEdit(saved, edits, row.id, null))}
                />
              ),
            )}
          </ul>
        )}
        {adding ? (
          form({ id: open, values: newSchedule(first, browserTimeZone(), new Date()) })
        ) : (
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            leftSection={<IconPlus size={14} stroke={1.8} />}
            onClick={() => setOpen(temporaryId())}
          >
            Add schedule
          </Button>
        )}
      </div>
    </Frame>
  );
}

interface RowProps {
  readonly row: ScheduleRow;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Row({ row: { values, saved, edited }, onEdit, onDelete }: RowProps) {
  const { action, when } = scheduleText(values);
  return (
    <li className={classes.item}>
      <div className={classes.itemTexts}>
        <p className={classes.itemTitle}>
          {action}
          {edited && <Tag title="Not saved yet">Not saved</Tag>}
          {!edited && saved?.next_run_at === null && <StatusBadge tone="idle">Over</StatusBadge>}
        </p>
        <p className={classes.itemText}>{when}</p>
        {!edited && saved !== undefined && <Runs saved={saved} />}
      </div>
      <div className={classes.itemActions}>
        <Tooltip label="Edit">
          <ActionIcon aria-label={`Edit schedule: ${action}, ${when}`} onClick={onEdit}>
            <IconPencil size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Delete">
          <ActionIcon aria-label={`Delete schedule: ${action}, ${when}`} onClick={onDelete}>
            <IconTrash size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
    </li>
  );
}

function Runs({ saved }: { readonly saved: Schedule }) {
  const next = saved.next_run_at === null ? '' : t`Next: ${formatDateTime(saved.next_run_at)}.`;
  const last = saved.last_run_at === null ? '' : t`Last: ${formatDateTime(saved.last_run_at)}.`;
  const text = [next, last, saved.last_outcome].filter((part) => part !== '').join(gap);
  return text === '' ? null : <p className={classes.itemText}>{text}</p>;
}
