/** Skeletons of the final shape: what will stand there keeps its place while it loads. */
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Skeletons.module.css';

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Says to screen readers that something loads, and draws the shape for the others. */
function Loading({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <div role="status" aria-label={label} aria-busy="true">
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

export function TableSkeleton({
  rows = 5,
  label = 'Loading',
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

/** @param height of each card in pixels */
export function CardsSkeleton({
  count = 3,
  height = 120,
  minWidth = 280,
  label = 'Loading',
}: {
  readonly count?: number;
  readonly height?: number;
  readonly minWidth?: number;
  readonly label?: string;
}) {
  return (
    <Loading label={label}>
      <div
        className={classes.cards}
        style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${minWidth}px), 1fr))` }}
      >
        {times(count).map((card) => (
          <Skeleton key={card} height={height} radius="md" />
        ))}
      </div>
    </Loading>
  );
}

export function PageSkeleton({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <Loading label={label}>
      <Skeleton height={26} width={220} mb={8} />
      <Skeleton height={16} width={340} maw="80%" mb={24} />
      <Skeleton height={160} radius="md" mb={16} />
      <Skeleton height={240} radius="md" />
    </Loading>
  );
}
