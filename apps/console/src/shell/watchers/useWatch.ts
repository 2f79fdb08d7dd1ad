/** Watching of items that change by themselves until they have settled (specification part 1, section 4.4). */
import { CloudError } from '@acacia/api-client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { followed } from '../../data/changes.ts';

/** Milliseconds between polls while the cloud tells of changes by itself. */
const RESTING_MS = 30_000;

interface Watch<T> {
  /** Whoever watches the same item has the same key, and its polls. */
  readonly queryKey: readonly unknown[];
  /** Its events make the item be read at once. */
  readonly workspaceId: string;
  readonly read: (signal: AbortSignal) => Promise<T>;
  readonly isPending: (item: T) => boolean;
  /** Milliseconds between polls while no events come. None in a tab that nobody sees. */
  readonly everyMs: number;
  /** Whether events come. */
  readonly connected: boolean;
  /** Called with each answer that is pending. */
  readonly onPending?: (item: T) => void;
  /** Called with the first answer that is not pending. */
  readonly onSettled: (item: T) => void;
  /** Called when the item could not be read: it is watched no longer. */
  readonly onLost: (isMissing: boolean) => void;
}

export function useWatch<T>(watch: Watch<T>): void {
  const { queryKey, workspaceId, read, isPending, everyMs, connected } = watch;
  const { data, error, isFetchedAfterMount } = useQuery({
    queryKey: ['watch', ...queryKey],
    queryFn: ({ signal }) => read(signal),
    meta: followed(workspaceId),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      const ended = state.error !== null || (state.data !== undefined && !isPending(state.data));
      if (ended) return false;
      return connected ? RESTING_MS : everyMs;
    },
  });
  const look = useEffectEvent((item: T) => {
    if (isPending(item)) watch.onPending?.(item);
    else watch.onSettled(item);
  });
  const lose = useEffectEvent((failure: Error) =>
    watch.onLost(failure instanceof CloudError && failure.status === 404),
  );
  useEffect(() => {
    // An item that is watched again may be known from the last time.
    if (isFetchedAfterMount && data !== undefined && error === null) look(data);
  }, [data, error, isFetchedAfterMount]);
  useEffect(() => {
    if (error !== null) lose(error);
  }, [error]);
}

/**
 * The items that are watched: each from when a list shows it as pending until `drop`, whatever the list shows meanwhile.
 * One that was dropped comes back after a list has shown it as settled.
 */
export function useWatchList<T>(
  pending: readonly T[],
  keyOf: (item: T) => string,
): readonly [ReadonlyMap<string, T>, (key: string) => void] {
  const [watched, setWatched] = useState<ReadonlyMap<string, T>>(new Map());
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const keys = pending.map(keyOf);
  const added = pending.filter((item) => !watched.has(keyOf(item)) && !dropped.has(keyOf(item)));
  if (added.length > 0)
    setWatched(new Map([...watched, ...added.map((item) => [keyOf(item), item] as const)]));
  const over = [...dropped].filter((key) => !keys.includes(key));
  if (over.length > 0) setDropped(new Set([...dropped].filter((key) => !over.includes(key))));
  const drop = (key: string): void => {
    setWatched((before) => new Map([...before].filter(([each]) => each !== key)));
    setDropped((before) => new Set(before).add(key));
  };
  return [watched, drop];
}
