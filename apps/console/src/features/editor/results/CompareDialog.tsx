/** Compares a table with one of another run: rows of one of them alone, and rows that changed, by a key. */
import { gap, t } from '@acacia/texts';
import { RUN_BOUNDS, type RunComparison, type RunPageCell } from '@acacia/contract';
import { EmptyState, ErrorState, formatNumber } from '@acacia/ui';
import { Button, Modal, MultiSelect, SegmentedControl, Select, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './results.module.css';
import type { ColumnName } from './TableFilters.tsx';
import { shownText } from './table-data.ts';
import type { StoredTable } from './useRows.ts';

/** A table of another run. */
export interface OtherTable {
  readonly run: string;
  readonly table: number;
  /** Names it: the run, its time, the table. */
  readonly label: string;
}

type Kind = 'added' | 'removed' | 'changed';

const PAGE = 100;
const MOST_KEYS = 10;

interface CompareDialogProps {
  readonly stored: StoredTable;
  readonly columns: readonly ColumnName[];
  readonly others: readonly OtherTable[];
  readonly onClose: () => void;
}

/** Columns that name rows, as far as names tell. */
function proposedKey(columns: readonly ColumnName[]): readonly number[] {
  const ids = columns.filter(({ name }) => ['v_id', 'v_type', 'from_id', 'to_id', 'e_type'].includes(name));
  return (ids.length > 0 ? ids : columns.slice(0, 1)).map(({ column }) => column);
}

export function CompareDialog({ stored, columns, others, onClose }: CompareDialogProps) {
  const [other, setOther] = useState(0);
  const [key, setKey] = useState(() => proposedKey(columns));
  const [kind, setKind] = useState<Kind>('changed');
  const { client, run, table } = stored;
  const before = others[other];
  const asked = { run: before?.run ?? '', table: before?.table ?? 0, key: key.join(','), kind };
  const found = useInfiniteQuery({
    queryKey: ['run-compare', run, table, asked],
    queryFn: ({ pageParam, signal }) =>
      client.runCompare(run, table, { ...asked, offset: pageParam, rows: PAGE }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length > 0 && read < last[kind] ? read : undefined;
    },
    enabled: before !== undefined && key.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const facts = found.data?.pages[0];
  const counted = (each: Kind) => (facts === undefined ? '' : ` (${formatNumber(facts[each])})`);
  return (
    <Modal opened onClose={onClose} size="xl" title="Compare with another result">
      <div className={classes.compareChoice}>
        <Select
          label="Earlier result"
          allowDeselect={false}
          data={others.map(({ label }, i) => ({ value: String(i), label }))}
          value={String(other)}
          onChange={(value) => setOther(Number(value))}
        />
        <MultiSelect
          label="Key"
          description="The columns that name a row."
          searchable
          maxValues={MOST_KEYS}
          data={columns.map(({ column, name }) => ({ value: String(column), label: name }))}
          value={key.map(String)}
          onChange={(values) => setKey(values.map(Number))}
        />
      </div>
      {key.length === 0 ? (
        <EmptyState compact title="No key" description="Choose the columns that name a row." />
      ) : (
        <>
          <SegmentedControl
            size="xs"
            aria-label="Rows shown"
            value={kind}
            onChange={(value) => setKind(value)}
            data={[
              { value: 'changed', label: t`Changed${counted('changed')}` },
              { value: 'added', label: t`Only in this${counted('added')}` },
              { value: 'removed', label: t`Only in the earlier${counted('removed')}` },
            ]}
          />
          {found.isPending && <Skeleton height={140} mt="md" />}
          {found.isError && (
            <ErrorState
              compact
              what="The comparison"
              error={found.error}
              onRetry={() => void found.refetch()}
            />
          )}
          {facts !== undefined && (
            <>
              <p className={classes.chartNote} role="status">
                {noteOf(facts)}
              </p>
              <Differences
                columns={facts.columns}
                rows={found.data?.pages.flatMap(({ rows }) => rows) ?? []}
              />
              {found.hasNextPage && (
                <Button
                  size="xs"
                  variant="default"
                  loading={found.isFetchingNextPage}
                  onClick={() => void found.fetchNextPage()}
                >
                  Show more
                </Button>
              )}
            </>
          )}
        </>
      )}
    </Modal>
  );
}

function noteOf({ same, repeated, columnsLeftOut }: RunComparison): string {
  return [
    same === 1
      ? t`${formatNumber(same)} row is the same in both.`
      : t`${formatNumber(same)} rows are the same in both.`,
    ...(repeated > 0
      ? [
          repeated === 1
            ? t`${formatNumber(repeated)} key names several rows, which are left out.`
            : t`${formatNumber(repeated)} keys name several rows, which are left out.`,
        ]
      : []),
    ...(columnsLeftOut > 0
      ? [
          t`The first ${RUN_BOUNDS.comparedColumns} columns are compared; ${formatNumber(columnsLeftOut)} are left out.`,
        ]
      : []),
  ].join(gap);
}

interface DifferencesProps {
  readonly columns: readonly string[];
  readonly rows: RunComparison['rows'];
}

function Differences({ columns, rows }: DifferencesProps) {
  if (rows.length === 0)
    return <EmptyState compact title="No such rows" description="Look at the other kinds of rows." />;
  return (
    <div className={classes.differences} tabIndex={0} role="region" aria-label="Rows that differ">
      <table>
        <thead>
          <tr>
            {columns.map((name, i) => (
              <th key={`${i}`} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ before, after }, i) => (
            <tr key={`${i}`}>
              {columns.map((_, column) => (
                <Difference
                  key={`${column}`}
                  before={before === null ? undefined : (before[column] ?? null)}
                  after={after === null ? undefined : (after[column] ?? null)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DifferenceProps {
  /** Undefined: its table has no such row. */
  readonly before: RunPageCell | undefined;
  readonly after: RunPageCell | undefined;
}

function Difference({ before, after }: DifferenceProps) {
  const [earlier, later] = [shownText(before), shownText(after)];
  if (before === undefined || after === undefined || before === after)
    return <td>{after === undefined ? earlier : later}</td>;
  return (
    <td>
      <del>{earlier === '' ? '(empty)' : earlier}</del> <ins>{later === '' ? '(empty)' : later}</ins>
    </td>
  );
}
