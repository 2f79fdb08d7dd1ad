/** The whole value of one cell. */
import { CopyButton, formatNumber, download } from '@acacia/ui';
import { Button, Modal, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
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

export function CellDialog({ onClose, ...cell }: CellDialogProps) {
  const { row, name } = cell.place;
  return (
    <Modal
      opened
      onClose={onClose}
      // The second of two clicks that opened it would meet the shade around it.
      closeOnClickOutside={false}
      size={760}
      title={`${name}, row ${formatNumber(row + 1)}`}
    >
      <LoadBoundary compact what="The value" skeleton={<Skeleton height={120} />}>
        <CellValue {...cell} />
      </LoadBoundary>
    </Modal>
  );
}

function CellValue({ stored, place: { row, column } }: Omit<CellDialogProps, 'onClose'>) {
  const { client, run, table } = stored;
  const { data } = useSuspenseQuery({
    queryKey: ['run-cell', run, table, row, column],
    queryFn: ({ signal }) => client.runCell(run, table, row, column, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <>
      <div className={classes.tools}>
        <span>
          {`${formatNumber(data.length)} characters`}
          {data.length > SHOWN && `, of which ${formatNumber(SHOWN)} are shown`}
        </span>
        <span style={{ flex: 1 }} />
        {data.length <= SHOWN && <CopyButton value={data} label="value" />}
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconDownload size={14} />}
          onClick={() => download(`row-${row + 1}.txt`, data)}
        >
          Download
        </Button>
      </div>
      <div className={classes.cellText}>
        <LinesView text={shownLines(data)} label="Value" />
      </div>
    </>
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
