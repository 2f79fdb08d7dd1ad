/** Rows of a type's parts: ticked one by one or all, and removed together after a confirmation; problems at their row. */
import { ConfirmDestructive } from '@acacia/ui';
import { Button, Checkbox } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { memo, useState, type ReactNode } from 'react';
import type { Problem } from './draft-problems.ts';
import { useRested } from './useRested.ts';
import { useSteady } from './useSteady.ts';
import classes from './panels.module.css';

interface Part {
  readonly key: string;
  readonly name: string;
  readonly saved: boolean;
}

/** Words for rows. */
interface Noun {
  readonly one: string;
  readonly several: string;
}

interface RowTableProps<Row extends Part> {
  readonly label: string;
  readonly title: string;
  readonly addLabel: string;
  readonly noun: Noun;
  readonly owner: string;
  readonly rows: readonly Row[];
  readonly problems: readonly Problem[];
  readonly readOnly: boolean;
  /** Why rows can neither be added nor removed; shown beside the title. */
  readonly refusal?: string;
  readonly fixedRows?: ReactNode;
  /** Names of rows that stay: attributes of a key. */
  readonly kept?: readonly string[];
  readonly newRow: () => Row;
  /** @param field the field that was typed into, whose keystrokes are undone together; null for a choice */
  readonly onChange: (rows: readonly Row[], field: string | null) => void;
  /** @param faulty whether the row has a problem */
  readonly children: (row: Row, faulty: boolean, patch: Patch<Row>) => ReactNode;
}

/** Changes a row; always the same function. @param field as of `onChange` */
export type Patch<Row> = (key: string, values: Partial<Row>, field?: string) => void;

interface TableHeadProps {
  readonly title: string;
  readonly addLabel: string;
  readonly noun: Noun;
  readonly fixed: boolean;
  /** Numbers of rows that can be deleted, and of those that are ticked. */
  readonly rows: number;
  readonly ticked: number;
  readonly onTickAll: (on: boolean) => void;
  readonly onDelete: () => void;
  readonly onAdd: () => void;
}

const TableHead = memo(function TableHead(props: TableHeadProps) {
  const { fixed, rows, ticked } = props;
  return (
    <div className={classes.sectionHead}>
      {!fixed && rows > 0 && (
        <Checkbox
          size="xs"
          aria-label={`Select all ${props.noun.several}`}
          checked={ticked === rows}
          indeterminate={ticked > 0 && ticked < rows}
          onChange={(event) => props.onTickAll(event.currentTarget.checked)}
        />
      )}
      <h3 className={classes.sectionTitle}>{props.title}</h3>
      {!fixed &&
        (ticked > 0 ? (
          <Button
            size="compact-sm"
            color="red"
            leftSection={<IconTrash size={14} />}
            onClick={props.onDelete}
          >
            {`Delete ${ticked}`}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={props.onAdd}
          >
            {props.addLabel}
          </Button>
        ))}
    </div>
  );
});

interface RowTickProps {
  readonly row: Part;
  readonly ticked: boolean;
  readonly disabled: boolean;
  readonly onTick: (key: string, on: boolean) => void;
}

function RowTick({ row, ...rest }: RowTickProps) {
  return <Tick {...rest} of={row.key} name={useRested(row.name)} />;
}

const Tick = memo(function Tick({
  of,
  name,
  ticked,
  disabled,
  onTick,
}: Omit<RowTickProps, 'row'> & { readonly of: string; readonly name: string }) {
  return (
    <div className={classes.tick}>
      <Checkbox
        size="xs"
        aria-label={`Select ${name}`}
        checked={ticked}
        disabled={disabled}
        onChange={(event) => onTick(of, event.currentTarget.checked)}
      />
    </div>
  );
});

export function RowTable<Row extends Part>(props: RowTableProps<Row>) {
  const { label, title, addLabel, noun, owner, rows, problems, readOnly, refusal, fixedRows } = props;
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set());
  const [confirming, setConfirming] = useState(false);
  const free = rows.filter(({ name }) => props.kept?.includes(name) !== true);
  const ticked = free.filter(({ key }) => ticks.has(key));
  const fixed = readOnly || refusal !== undefined;
  const { patch, tick, ...acts } = useSteady({
    patch: (key: string, values: Partial<Row>, field?: string) =>
      props.onChange(
        rows.map((row) => (row.key === key ? { ...row, ...values } : row)),
        field === undefined ? null : `${key} ${field}`,
      ),
    tick: (key: string, on: boolean) => {
      const next = new Set(ticks);
      if (on) next.add(key);
      else next.delete(key);
      setTicks(next);
    },
    onTickAll: (on: boolean) => setTicks(new Set(on ? free.map(({ key }) => key) : [])),
    onDelete: () => setConfirming(true),
    onAdd: () => props.onChange([...rows, props.newRow()], null),
  });
  return (
    <section aria-label={label}>
      <TableHead
        title={title}
        addLabel={addLabel}
        noun={noun}
        fixed={fixed}
        rows={free.length}
        ticked={ticked.length}
        {...acts}
      />
      {refusal !== undefined && <p className={classes.hint}>{refusal}</p>}
      {rows.length === 0 && fixedRows === undefined && refusal === undefined && (
        <p className={classes.hint}>{`No ${noun.several}.`}</p>
      )}
      <ul className={classes.rows}>
        {fixedRows}
        {rows.map((row) => {
          const own = problems.filter(({ attribute }) => attribute === row.key);
          return (
            <li key={row.key} className={classes.row} data-faulty={own.length > 0 || undefined}>
              <div className={classes.fields}>
                {!fixed && (
                  <RowTick
                    row={row}
                    ticked={ticks.has(row.key)}
                    disabled={!free.includes(row)}
                    onTick={tick}
                  />
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
          title={ticked.length === 1 ? `Delete this ${noun.one}?` : `Delete these ${noun.several}?`}
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
