/** The whole value of one cell. */
import { CopyButton, ErrorState, formatNumber, download } from '@acacia/ui';
import { Button, Modal, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { LinesView } from './LinesView.tsx';
import classes from './results.module.css';
import type { StoredTable } from './useRows.ts';

export interface CellPlace {
  /** Place in the table, from 0. */
  readonly row: number;
  readonly column: number;
  readonly name: string;
}

/** Characters that are shown; the download has all. */
const SHOWN = 500_000;

interface CellDialogProps {
  readonly stored: StoredTable;
  readonly place: CellPlace;
  readonly onClose: () => void;
}

export function CellDialog({ stored, place, onClose }: CellDialogProps) {
  const { row, column, name } = place;
  const { client, run, table } = stored;
  const cell = useQuery({
    queryKey: ['run-cell', run, table, row, column],
    queryFn: ({ signal }) => client.runCell(run, table, row, column, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal opened onClose={onClose} size={760} title={`${name}, row ${formatNumber(row + 1)}`}>
      {cell.isPending && <Skeleton height={120} />}
      {cell.isError && (
        <ErrorState compact what="The value" error={cell.error} onRetry={() => void cell.refetch()} />
      )}
      {cell.data !== undefined && (
        <>
          <div className={classes.tools}>
            <span>
              {`${formatNumber(cell.data.length)} characters`}
              {cell.data.length > SHOWN && `, of which ${formatNumber(SHOWN)} are shown`}
            </span>
            <span style={{ flex: 1 }} />
            {cell.data.length <= SHOWN && <CopyButton value={cell.data} label="value" />}
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconDownload size={14} />}
              onClick={() => download(`row-${row + 1}.txt`, cell.data)}
            >
              Download
            </Button>
          </div>
          <div className={classes.cellText}>
            <LinesView text={shownLines(cell.data)} label="Value" />
          </div>
        </>
      )}
    </Modal>
  );
}

/** A list or an object on lines of its own; other texts as they are. */
function shownLines(text: string): string {
  if (text.length > SHOWN) return text.slice(0, SHOWN);
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
