/** Skeletons in the final shape, which keep the place of content while it loads. */
import { t } from '@acacia/texts';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Skeletons.module.css';

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Announces loading to screen readers, and draws the shape for others. */
function Loading({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <div role="status" aria-label={label} aria-busy="true">
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

export function TableSkeleton({
  rows = 5,
  label = t`Loading`,
}: {
  readonly rows?: number;
  readonly label?: string;
}) {
  return (
    <Loading label={label}>
      {times(rows).map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={14} width={`${38 - (row % 3) * 6}%`} />
          <Skeleton height={14} width="14%" />
          <Skeleton height={14} width="18%" />
        </div>
      ))}
    </Loading>
  );
}

export function PageSkeleton({ label = t`Loading` }: { readonly label?: string }) {
  return (
    <Loading label={label}>
      <Skeleton height={26} width={220} mb={8} />
      <Skeleton height={16} width={340} maw="80%" mb={24} />
      <Skeleton height={160} radius="md" mb={16} />
      <Skeleton height={240} radius="md" />
    </Loading>
  );
}
