/** The staged changes with their differences: each is taken back alone, all are saved together. */
import { t } from '@acacia/texts';
import { formatNumber } from '@acacia/ui';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconDeviceFloppy, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import classes from '../explore.module.css';
import { typedValue } from './attribute-value.ts';
import { differences, nameOfChange, stagedCount, type EdgeChange, type VertexChange } from './edits.ts';
import type { Edits } from './useEdits.ts';

interface StagedRowProps {
  /** The key of the element. */
  readonly at: string;
  readonly change: VertexChange | EdgeChange;
  readonly busy: boolean;
  readonly onTakeBack: (key: string) => void;
}

/** Drawn again only when its own change is another: there may be hundreds. */
const StagedRow = memo(function StagedRow({ at, change, busy, onTakeBack }: StagedRowProps) {
  const name = nameOfChange(at, change);
  const does = change.before === null ? t`Add` : change.after === null ? t`Delete` : t`Change`;
  return (
    <li>
      <div className={classes.stagedHead}>
        <strong>{does}</strong> <span>{name}</span>
        <ActionIcon
          size="xs"
          aria-label={`Take back: ${does} ${name}`}
          disabled={busy}
          onClick={() => onTakeBack(at)}
        >
          <IconX size={12} />
        </ActionIcon>
      </div>
      {change.after !== null && (
        <dl className={classes.diff}>
          {differences(change).map(({ name: attribute, before, after }) => (
            <div key={attribute}>
              <dt>{attribute}</dt>
              <dd>
                {change.before !== null && <del>{typedValue(before) || '—'}</del>}{' '}
                <ins>{typedValue(after) || '—'}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
});

export function StagedList({ edits }: { readonly edits: Edits }) {
  const { staged, busy } = edits;
  const count = stagedCount(staged);
  const rows = [...staged.vertices, ...staged.edges];
  return (
    <section className={classes.section} aria-label="Staged changes">
      <h2 className={classes.heading}>
        {count === 0 ? 'Nothing is staged' : `${formatNumber(count)} staged`}
      </h2>
      {count === 0 && (
        <p className={classes.note}>
          Changes are collected here with their differences. The graph changes when you save, all at once.
        </p>
      )}
      <ul className={classes.staged}>
        {rows.map(([key, change]) => (
          <StagedRow key={key} at={key} change={change} busy={busy} onTakeBack={edits.unstage} />
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          disabled={count === 0}
          loading={busy}
          leftSection={<IconDeviceFloppy size={14} />}
          onClick={edits.save}
        >
          Save {count === 0 ? '' : formatNumber(count)}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!edits.undoable || busy}
          leftSection={<IconArrowBackUp size={14} />}
          onClick={edits.undo}
        >
          Undo
        </Button>
        <Button size="compact-sm" variant="default" disabled={count === 0 || busy} onClick={edits.discard}>
          Discard all
        </Button>
      </div>
    </section>
  );
}
