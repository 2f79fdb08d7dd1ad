/** The profile of a run: its statements with their operators beneath them, and the share of time of each. */
import { t } from '@acacia/texts';
import type { QueryProfileStep } from '@acacia/contract';
import { formatBytes, formatMilliseconds, formatNumber, formatPercent } from '@acacia/ui';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Figure } from './Figure.tsx';
import { profileRows, profileTable, totalOf, type ProfileRow } from './profile-rows.ts';
import { ProfileTools } from './ProfileTools.tsx';
import classes from './profile.module.css';
import results from './results.module.css';

/** One text: a word such as Share has another meaning elsewhere. */
const HEADS = t`Line | Step | Rows in | Rows out | Runs | Threads | Memory | Time | Share`.split(' | ');
/** Places of the columns that hold no numbers. */
const WORDS = new Set([1, 8]);

export function ProfileView({
  steps,
  name,
}: {
  readonly steps: readonly QueryProfileStep[];
  readonly name: string;
}) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => profileRows(steps), [steps]);
  const total = totalOf(steps);
  const turn = (index: number) =>
    setClosed((now) =>
      now.has(index) ? new Set([...now].filter((each) => each !== index)) : new Set([...now, index]),
    );
  const shown = rows.filter((row) => !row.within.some((index) => closed.has(index)));
  return (
    <div className={results.table}>
      <div className={results.tools}>
        <span className={classes.total}>
          {formatMilliseconds(total)} in{' '}
          {formatNumber(rows.filter(({ step }) => step.kind === 'statement').length)} statements
        </span>
        <span style={{ flex: 1 }} />
        <ProfileTools table={profileTable(steps)} name={name} />
      </div>
      <div className={classes.scroll} role="table" aria-label="Profile" tabIndex={0}>
        <div role="rowgroup" className={classes.head}>
          <div role="row" className={classes.row}>
            {HEADS.map((head, place) => (
              <span
                key={head}
                role="columnheader"
                className={classes.cell}
                data-number={WORDS.has(place) ? undefined : true}
              >
                {head}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {shown.map((row) => (
            <Step
              key={row.index}
              row={row}
              total={total}
              open={!closed.has(row.index)}
              onTurn={() => turn(row.index)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function Step({
  row: { step, hasMore },
  total,
  open,
  onTurn,
}: {
  readonly row: ProfileRow;
  readonly total: number;
  readonly open: boolean;
  readonly onTurn: () => void;
}) {
  const share = step.milliseconds === null || total === 0 ? 0 : Math.min(1, step.milliseconds / total);
  return (
    <div role="row" className={classes.row} data-kind={step.kind}>
      <span role="cell" className={classes.cell} data-number data-dim>
        {step.line === 0 ? '' : step.line}
      </span>
      <span role="cell" className={classes.step} style={{ paddingLeft: 4 + step.depth * 18 }}>
        {hasMore ? (
          <button
            type="button"
            className={classes.twist}
            aria-expanded={open}
            aria-label={`What belongs to ${step.operator}`}
            onClick={onTurn}
          >
            {open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          </button>
        ) : (
          <span className={classes.leaf} />
        )}
        {(step.kind !== 'statement' || step.line === 0) && (
          <span className={classes.operator}>{step.operator}</span>
        )}
        <code className={classes.text} title={step.text}>
          {step.text}
        </code>
      </span>
      <Figure value={step.rowsIn} />
      <Figure value={step.rowsOut} />
      <Figure value={step.runs} />
      <Figure value={step.threads} />
      <span role="cell" className={classes.cell} data-number data-dim={step.memoryBytes === 0 || undefined}>
        {step.memoryBytes === 0 ? '–' : formatBytes(step.memoryBytes)}
      </span>
      <span
        role="cell"
        className={classes.cell}
        data-number
        data-dim={step.milliseconds === null || undefined}
        title={step.milliseconds === null ? 'Too short to be told apart from its neighbours' : undefined}
      >
        {step.milliseconds === null ? '–' : formatMilliseconds(step.milliseconds)}
      </span>
      <span role="cell" className={classes.share}>
        <span className={classes.track} aria-hidden>
          <span className={classes.bar} style={{ width: `${share * 100}%` }} />
        </span>
        <span className={classes.percent}>
          {step.milliseconds === null ? '' : formatPercent(share * 100)}
        </span>
      </span>
    </div>
  );
}
