/** The list of files that the person may open. */
import { queryOptions } from '@tanstack/react-query';
import type { Services } from '../../../services/services.ts';
import { FOLLOWED } from '../../../data/changes.ts';

/** Texts that others save are no change that everybody is told of: they are found by reading the list again. */
const LIST_MS = 20_000;

export const fileKeys = { list: ['files', 'list'] as const, left: ['files', 'left'] as const };

export const filesQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: fileKeys.list,
    queryFn: ({ signal }) => cloud.listFiles({ signal }),
    refetchInterval: LIST_MS,
    meta: FOLLOWED,
  });

/** Files of people who have left the organisation, for its admins. */
export const leftFilesQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: fileKeys.left,
    queryFn: ({ signal }) => cloud.listLeftFiles({ signal }),
    meta: FOLLOWED,
  });
