/** Toolbar above a table: the filter, the number of matches, actions, the export. */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconDownload, IconSearch, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { download } from '../download.ts';
import { formatNumber } from '../format.ts';
import classes from './DataTable.module.css';
import type { TableFilter } from './options.ts';

interface TableToolsProps {
  readonly filter: TableFilter | undefined;
  readonly filterText: string;
  readonly onFilter: (text: string) => void;
  /** Rows that match; null while nothing is filtered. */
  readonly found: number | null;
  readonly exportName: string | undefined;
  readonly exportLabel: string;
  /** The table as comma-separated text. */
  readonly onExport: () => string;
  readonly children?: ReactNode;
}

export function TableTools(props: TableToolsProps) {
  const { filter, filterText, onFilter, found, exportName, exportLabel, onExport, children } = props;
  return (
    <div className={classes.tools}>
      {filter !== undefined && (
        <TextInput
          className={classes.filter}
          size="xs"
          type="search"
          aria-label={filter.label}
          placeholder={filter.label}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={filterText}
          onChange={(event) => onFilter(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && filterText !== '') {
              // The field is emptied; a dialog around it stays.
              event.stopPropagation();
              onFilter('');
            }
          }}
          rightSection={
            filterText === '' ? null : (
              <ActionIcon size="xs" aria-label="Clear filter" onClick={() => onFilter('')}>
                <IconX size={13} />
              </ActionIcon>
            )
          }
        />
      )}
      {filter !== undefined && (
        <span className={classes.found} role="status">
          {found === null ? '' : `${formatNumber(found)} ${found === 1 ? 'match' : 'matches'}`}
        </span>
      )}
      <span className={classes.actions}>
        {children}
        {exportName !== undefined && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden="true" />}
            onClick={() => download(`${exportName}.csv`, onExport(), 'text/csv;charset=utf-8')}
          >
            {exportLabel}
          </Button>
        )}
      </span>
    </div>
  );
}
