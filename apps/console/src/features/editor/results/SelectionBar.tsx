/** Statistics of selected cells, worked out by the workspace, and their copy. */
import { t } from '@acacia/texts';
import { errorText, formatNumber, formatValue } from '@acacia/ui';
import { CloseButton, Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { CopyMenu } from './CopyMenu.tsx';
import classes from './results.module.css';
import type { SelectedCells } from './selection.ts';
import { viewOf, type RowsWanted, type StoredTable } from './useRows.ts';

/** Milliseconds without a change after which the workspace is asked. */
const SETTLED_MS = 200;

interface SelectionBarProps {
  readonly stored: StoredTable;
  readonly wanted: RowsWanted;
  readonly cells: SelectedCells;
  readonly onClear: () => void;
}

const rowsText = (rows: number): string =>
  rows === 1 ? t`${formatNumber(rows)} row` : t`${formatNumber(rows)} rows`;
const columnsText = (columns: number): string =>
  columns === 1 ? t`${formatNumber(columns)} column` : t`${formatNumber(columns)} columns`;

export function SelectionBar({ stored, wanted, cells, onClear }: SelectionBarProps) {
  const { client, run, table } = stored;
  const [settled] = useDebouncedValue(cells, SETTLED_MS);
  const view = viewOf(wanted);
  const facts = useQuery({
    queryKey: ['run-selection', run, table, view, settled],
    queryFn: ({ signal }) => client.runSelection(run, table, { ...view, ...settled }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const shown = settled === cells ? facts.data : undefined;
  const numbers = shown?.numbers ?? null;
  const figures: readonly (readonly [string, string])[] =
    shown === undefined
      ? []
      : [
          [t`Count`, formatNumber(shown.cells - shown.empty)],
          [t`Empty`, formatNumber(shown.empty)],
          [t`Different`, formatNumber(shown.distinct)],
          ...(numbers === null
            ? []
            : ([
                [t`Sum`, formatValue(numbers.sum)],
                [t`Mean`, formatValue(numbers.mean)],
                [t`Least`, formatValue(numbers.least)],
                [t`Most`, formatValue(numbers.most)],
              ] as const)),
        ];
  return (
    <div className={classes.selection} role="group" aria-label="Selection">
      <span className={classes.selectionSize}>
        {`${rowsText(cells.rows)} × ${columnsText(cells.columns)}`}
      </span>
      <span role="status" className={classes.selectionFigures}>
        {figures.map(([label, value]) => (
          <span key={label}>
            {label} <b>{value}</b>
          </span>
        ))}
        {shown === undefined && facts.error === null && (
          <Loader size={12} aria-label="Measuring the selection" />
        )}
        {facts.error !== null && settled === cells && errorText(facts.error)}
      </span>
      <span style={{ flex: 1 }} />
      <CopyMenu stored={stored} wanted={wanted} cells={cells} label="Copy selection" />
      <CloseButton size="sm" aria-label="Clear selection" onClick={onClear} />
    </div>
  );
}
