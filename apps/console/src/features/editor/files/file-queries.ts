/** The list of files that the person may open. */
import { queryOptions } from '@tanstack/react-query';
import { FOLLOWED } from '../../../data/changes.ts';
import { pause } from '../../../services/pause.ts';
import type { Services } from '../../../services/services.ts';

/** The list is read again in any case after so many milliseconds: a wait for changes may be refused or break off. */
const LIST_MS = 20_000;

export const fileKeys = { list: ['files', 'list'] as const, left: ['files', 'left'] as const };

export const filesQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: fileKeys.list,
    queryFn: ({ signal }) => cloud.listFiles({ signal }),
    refetchInterval: LIST_MS,
    meta: FOLLOWED,
  });

/**
 * Reads the list again whenever what the person may open has changed, until it is aborted. A wait that fails is begun
 * again after the time in which the list is read by itself.
 */
export async function followFiles(
  { cloud, queryClient }: Pick<Services, 'cloud' | 'queryClient'>,
  signal: AbortSignal,
): Promise<void> {
  let after: string | undefined;
  while (!signal.aborted) {
    try {
      const { version } = await cloud.awaitFiles({ query: after === undefined ? {} : { after }, signal });
      // The first version may be of a change that the list does not have yet.
      if (version !== after) await queryClient.invalidateQueries({ queryKey: fileKeys.list, exact: true });
      after = version;
    } catch {
      if (!signal.aborted) await pause(LIST_MS, signal);
    }
  }
}

/** Files of people who have left the organisation, for its admins. */
export const leftFilesQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: fileKeys.left,
    queryFn: ({ signal }) => cloud.listLeftFiles({ signal }),
    meta: FOLLOWED,
  });
