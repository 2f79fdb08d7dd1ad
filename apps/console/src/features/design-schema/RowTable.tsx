/** Rows of a type's parts: ticked one by one or all, and removed together after a confirmation; problems at their row. */
import { ConfirmDestructive } from '@acacia/ui';
import { Button, Checkbox } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Problem } from './draft-problems.ts';
import { useSteady } from './useSteady.ts';
import classes from './panels.module.css';

interface Part {
  readonly key: string;
  readonly name: string;
  readonly saved: boolean;
}

interface RowTableProps<Row extends Part> {
  readonly label: string;
  readonly title: string;
  readonly addLabel: string;
  /** 'attribute' or 'vector attribute'. */
  readonly noun: string;
  readonly owner: string;
  readonly rows: readonly Row[];
  readonly problems: readonly Problem[];
  readonly readOnly: boolean;
  /** Why rows can neither be added nor removed; shown beside the title. */
  readonly refusal?: string;
  readonly fixedRows?: ReactNode;
  readonly newRow: () => Row;
  /** @param field the field that was typed into, whose keystrokes are undone together; null for a choice */
  readonly onChange: (rows: readonly Row[], field: string | null) => void;
  /** @param faulty whether the row has a problem */
  readonly children: (row: Row, faulty: boolean, patch: Patch<Row>) => ReactNode;
}

/** Changes a row; always the same function. @param field as of `onChange` */
export type Patch<Row> = (key: string, values: Partial<Row>, field?: string) => void;

export function RowTable<Row extends Part>(props: RowTableProps<Row>) {
  const { label, title, addLabel, noun, owner, rows, problems, readOnly, refusal, fixedRows } = props;
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set());
  const [confirming, setConfirming] = useState(false);
  const ticked = rows.filter(({ key }) => ticks.has(key));
  const fixed = readOnly || refusal !== undefined;
  const { patch } = useSteady({
    patch: (key: string, values: Partial<Row>, field?: string) =>
      props.onChange(
        rows.map((row) => (row.key === key ? { ...row, ...values } : row)),
        field === undefined ? null : `${key} ${field}`,
      ),
  });
  const tick = (key: string, on: boolean): void => {
    const next = new Set(ticks);
    if (on) next.add(key);
    else next.delete(key);
    setTicks(next);
  };
  return (
    <section aria-label={label}>
      <div className={classes.sectionHead}>
        {!fixed && rows.length > 0 && (
          <Checkbox
            size="xs"
            aria-label={`Select all ${noun}s`}
            checked={ticked.length === rows.length}
            indeterminate={ticked.length > 0 && ticked.length < rows.length}
            onChange={(event) =>
              setTicks(new Set(event.currentTarget.checked ? rows.map(({ key }) => key) : []))
            }
          />
        )}
        <h3 className={classes.sectionTitle}>{title}</h3>
        {!fixed &&
          (ticked.length > 0 ? (
            <Button
              size="compact-sm"
              color="red"
              leftSection={<IconTrash size={14} />}
              onClick={() => setConfirming(true)}
            >
              {`Delete ${ticked.length}`}
            </Button>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} />}
              onClick={() => props.onChange([...rows, props.newRow()], null)}
            >
              {addLabel}
            </Button>
          ))}
      </div>
      {refusal !== undefined && <p className={classes.hint}>{refusal}</p>}
      {rows.length === 0 && fixedRows === undefined && refusal === undefined && (
        <p className={classes.hint}>{`No ${noun}s.`}</p>
      )}
      <ul className={classes.rows}>
        {fixedRows}
        {rows.map((row) => {
          const own = problems.filter(({ attribute }) => attribute === row.key);
          return (
            <li key={row.key} className={classes.row} data-faulty={own.length > 0 || undefined}>
              <div className={classes.fields}>
                {!fixed && (
                  <div className={classes.tick}>
                    <Checkbox
                      size="xs"
                      aria-label={`Select ${row.name}`}
                      checked={ticks.has(row.key)}
                      onChange={(event) => tick(row.key, event.currentTarget.checked)}
                    />
                  </div>
                )}
                {props.children(row, own.length > 0, patch)}
              </div>
              {own.map(({ message }) => (
                <p key={message} role="alert" className={classes.problem}>
                  {message}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
      {confirming && (
        <ConfirmDestructive
          opened
          onClose={() => setConfirming(false)}
          title={`Delete ${ticked.length === 1 ? `this ${noun}` : `these ${noun}s`}?`}
          description={
            <>
              <ul>
                {ticked.map(({ key, name }) => (
                  <li key={key}>{`${owner}.${name}`}</li>
                ))}
              </ul>
              {ticked.some(({ saved }) => saved) &&
                'Their values are erased when you save. Mappings of loading jobs to them end then.'}
            </>
          }
          losses={[]}
          confirmLabel="Delete"
          onConfirm={() => {
            props.onChange(
              rows.filter((row) => !ticked.includes(row)),
              null,
            );
            setTicks(new Set());
            return Promise.resolve();
          }}
        />
      )}
    </section>
  );
}
