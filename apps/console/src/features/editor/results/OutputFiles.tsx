/** The files that a run wrote in place of tables, and the step that it is at before. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { RunFile } from '@acacia/contract';
import { EmptyState, formatBytes, formatNumber, toast } from '@acacia/ui';
import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Run } from '../run/run-store.ts';
import { saveOutput } from '../run/save-output.ts';
import classes from './results.module.css';

interface OutputFilesProps {
  readonly run: Run;
  readonly client: WorkspaceClient;
}

export function OutputFiles({ run, client }: OutputFilesProps) {
  if (run.state === 'running') {
    return (
      <div className={classes.output} role="status">
        <Loader size={16} aria-hidden="true" />
        <span>{run.progress ?? 'The query runs. Its result is written into a file, and is not shown.'}</span>
      </div>
    );
  }
  if (run.files.length === 0) {
    return run.state === 'done' && run.loaded ? (
      <EmptyState compact title="No file" description="The command printed no list." />
    ) : null;
  }
  return (
    <ul className={classes.outputs} aria-label="Files of the run">
      {run.files.map((file) => (
        <OutputFile key={file.file} run={run.id} file={file} client={client} />
      ))}
    </ul>
  );
}

interface OutputFileProps {
  readonly run: string;
  readonly file: RunFile;
  readonly client: WorkspaceClient;
}

function OutputFile({ run, file, client }: OutputFileProps) {
  const { name, bytes, rows, cut } = file;
  const save = useMutation({
    mutationFn: () => saveOutput(client, run, file),
    onError: (error) => toast.error(error),
  });
  return (
    <li>
      <span className={classes.outputName}>{name}</span>
      <span className={classes.outputFacts}>
        {`${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}, ${formatBytes(bytes)}`}
      </span>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={14} />}
        aria-label={`Download ${name}`}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Download
      </Button>
      {cut !== null && <span className={classes.cut}>{cut}</span>}
    </li>
  );
}
