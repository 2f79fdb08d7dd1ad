/** The first rows as the mapping makes them: vertices and edges, and rows that a load would reject. Nothing is loaded. */
import { said } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import { Card, errorText, formatNumber, Notice } from '@acacia/ui';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { loadedPaths, loadRefusal } from './loader-state.ts';
import { shownName } from './mended-rows.ts';
import { fileName } from './outcome.ts';
import { SampleTable } from './SampleTable.tsx';
import type { Loader } from './useLoader.ts';
import classes from './ingestion.module.css';

/** Milliseconds without a change of the mapping after which its rows are asked for. */
const ASKED_AFTER_MS = 400;

interface MappedRowsProps {
  readonly loader: Loader;
  readonly client: WorkspaceClient;
  readonly graph: string;
}

export function MappedRows({ loader, client, graph }: MappedRowsProps) {
  const { state, text } = loader;
  // The name of a job is new after each load, and says nothing of its rows.
  const code = text.replace(state.job, 'preview_of_rows');
  const [asked] = useDebouncedValue(JSON.stringify({ code, files: loadedPaths(state) }), ASKED_AFTER_MS);
  const isWhole = state.run.phase === 'loading' || loadRefusal(state) === undefined;
  const { data, error } = useQuery({
    queryKey: ['mapped-rows', graph, asked],
    queryFn: ({ signal }) => {
      const { code: job, files } = JSON.parse(asked) as { code: string; files: Record<string, string> };
      return client.previewJob(graph, job, files, { signal });
    },
    enabled: isWhole,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Infinity,
  });
  if (!isWhole) return null;
  if (error !== null) return <Notice tone="warning">{`No preview of the rows. ${errorText(error)}`}</Notice>;
  if (data === undefined) return null;
  const { targets, rejected } = data;
  return (
    <Card flush title="Preview" description="The first rows as they would be loaded. Nothing is stored yet.">
      <div className={classes.previewTables}>
        {targets.map(({ target, columns, rows }, index) => (
          <SampleTable
            key={index}
            label={`Preview of ${target}`}
            caption={rows.length === 0 ? `${target}: no row of the first ones` : target}
            columns={columns.map((name) => ({ name }))}
            rows={rows}
          />
        ))}
      </div>
      {rejected.length > 0 && (
        <ul className={classes.previewRejected} aria-label="Rows that would be rejected">
          {rejected.map(({ file, line, reason }, index) => (
            <li key={index}>{`${shownName(fileName(file))}, line ${formatNumber(line)}: ${said(reason)}`}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}
