/** The paging controls of a table: the present page, the number of pages, and the page's length. */
import { t } from '@acacia/texts';
import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { formatNumber } from '../format.ts';
import classes from './DataTable.module.css';

export interface PagesProps {
  readonly total: number;
  /** Counts from 1. */
  readonly page: number;
  /** Number of pages, at least 1. */
  readonly count: number;
  readonly size: number;
  readonly sizes: readonly number[];
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

export function TablePages(props: PagesProps & { readonly label: string }) {
  const { label, total, page, count, size, sizes, onPage, onSize } = props;
  const from = total === 0 ? 0 : (page - 1) * size + 1;
  const to = Math.min(total, page * size);
  const steps = [
    { name: t`First page`, to: 1, icon: IconChevronsLeft, off: page === 1 },
    { name: t`Previous page`, to: page - 1, icon: IconChevronLeft, off: page === 1 },
    { name: t`Next page`, to: page + 1, icon: IconChevronRight, off: page === count },
    { name: t`Last page`, to: count, icon: IconChevronsRight, off: page === count },
  ];
  const choices = sizes.includes(size) ? sizes : [...sizes, size].sort((a, b) => a - b);
  return (
    <nav className={classes.pages} aria-label={`Pages of ${label}`}>
      <label className={classes.size}>
        Rows per page
        <NativeSelect
          size="xs"
          value={String(size)}
          data={choices.map(String)}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
        />
      </label>
      <span className={classes.range} role="status">
        {formatNumber(from)}–{formatNumber(to)} of {formatNumber(total)}
      </span>
      <span className={classes.steps}>
        {steps.map(({ name, to: target, icon: Icon, off }) => (
          <Tooltip key={name} label={name}>
            <ActionIcon
              aria-label={name}
              // Stays reachable: the focus must not be lost on the last page.
              {...(off ? { 'data-disabled': true, 'aria-disabled': true } : {})}
              onClick={() => {
                if (!off) onPage(target);
              }}
            >
              <Icon size={16} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        ))}
      </span>
    </nav>
  );
}
