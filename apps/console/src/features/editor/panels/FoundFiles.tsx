/** Files whose name or text holds the words of the search. */
import type { FileEntry } from '@acacia/contract';
import { EmptyState, ErrorState, TableSkeleton } from '@acacia/ui';
import { IconFileCode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../services/services.ts';
import { fileKeys } from '../files/file-queries.ts';
import { foldersAbove } from '../files/tree.ts';
import classes from './panels.module.css';

interface FoundFilesProps {
  readonly words: string;
  readonly files: readonly FileEntry[];
  readonly currentId: string | undefined;
  readonly onOpen: (id: string) => void;
}

export function FoundFiles({ words, files, currentId, onOpen }: FoundFilesProps) {
  const { cloud } = useServices();
  const found = useQuery({
    queryKey: [...fileKeys.list, 'search', words],
    queryFn: ({ signal }) => cloud.searchFiles({ query: { text: words }, signal }),
    placeholderData: (before) => before,
  });
  if (found.isPending) return <TableSkeleton rows={3} label="Searching" />;
  if (found.isError)
    return <ErrorState compact what="The search" error={found.error} onRetry={() => void found.refetch()} />;
  const known = new Map(files.map((file) => [file.file_id, file]));
  const hits = found.data.flatMap((hit) => {
    const entry = known.get(hit.file_id);
    return entry === undefined || entry.is_folder ? [] : [{ ...hit, entry }];
  });
  if (hits.length === 0)
    return <EmptyState compact title="Nothing found" description={`No file holds “${words}”.`} />;
  return (
    <ul className={classes.list} aria-label="Files found">
      {hits.map(({ entry, line, line_number }) => (
        <li
          key={entry.file_id}
          className={classes.item}
          data-current={entry.file_id === currentId || undefined}
        >
          <button type="button" className={classes.open} onClick={() => onOpen(entry.file_id)}>
            <IconFileCode size={15} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
            <span className={classes.names}>
              <bdi className={classes.name}>
                {[...foldersAbove(files, entry.file_id), entry].map(({ name }) => name).join(' / ')}
              </bdi>
              {line !== '' && (
                <span className={`${classes.note} ${classes.name}`}>
                  {line_number}: {line}
                </span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
