/** Chosen files: the parsing options and first rows of each. */
import { ActionIcon, Checkbox, Group, Select, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { MAX_UPLOAD_BYTES } from '@acacia/contract';
import { Card, formatBytes, Notice } from '@acacia/ui';
import { IconFileTypeCsv, IconUpload, IconX } from '@tabler/icons-react';
import { SAMPLE_ROWS, SEPARATORS, type ParsingOptions } from './file-preview.ts';
import type { ChosenFile } from './loader-state.ts';
import type { Loader } from './useLoader.ts';
import classes from './ingestion.module.css';

const QUOTES: readonly { readonly value: ParsingOptions['quote']; readonly label: string }[] = [
  { value: 'double', label: 'Double "' },
  { value: 'single', label: "Single '" },
  { value: 'none', label: 'None' },
];
const LINE_ENDS: readonly { readonly value: ParsingOptions['eol']; readonly label: string }[] = [
  { value: '\n', label: 'Unix (LF)' },
  { value: '\r\n', label: 'Windows (CRLF)' },
];

export function FilesStep({ loader }: { readonly loader: Loader }) {
  const { files, refused } = loader.state;
  return (
    <div className={classes.stack}>
      <Dropzone
        onDrop={(dropped: File[]) => void loader.addFiles(dropped)}
        maxSize={MAX_UPLOAD_BYTES}
        inputProps={{ 'aria-label': 'Choose CSV files' }}
        className={classes.dropzone}
        data-small={files.length > 0 || undefined}
      >
        <Group gap="sm" justify="center">
          <IconUpload size={20} stroke={1.6} aria-hidden="true" />
          <div>
            <Text size="sm" fw={600}>
              Drop CSV or TSV files here, or click to choose
            </Text>
            <Text size="xs" c="var(--acacia-ink-dim)">
              Up to {formatBytes(MAX_UPLOAD_BYTES)} each. They go to your workspace and nowhere else.
            </Text>
          </div>
        </Group>
      </Dropzone>
      {refused.map((message) => (
        <Notice key={message} tone="negative">
          {message}
        </Notice>
      ))}
      {files.map((chosen) => (
        <FileCard key={chosen.file.name} chosen={chosen} dispatch={loader.dispatch} />
      ))}
    </div>
  );
}

interface FileCardProps {
  readonly chosen: ChosenFile;
  readonly dispatch: Loader['dispatch'];
}

function FileCard({ chosen, dispatch }: FileCardProps) {
  const { preview, options } = chosen;
  const set = (patch: Partial<ParsingOptions>): void =>
    dispatch({ kind: 'choose', file: preview.name, options: patch });
  return (
    <Card
      flush
      title={
        <Group gap={8} component="span">
          <IconFileTypeCsv size={17} stroke={1.6} aria-hidden="true" />
          {preview.name}
          <Text span size="xs" c="var(--acacia-ink-dim)">
            {formatBytes(preview.size)} · {preview.columns.length} columns
          </Text>
        </Group>
      }
      actions={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove ${preview.name}`}
          onClick={() => dispatch({ kind: 'remove', file: preview.name })}
        >
          <IconX size={16} />
        </ActionIcon>
      }
    >
      <div className={classes.options}>
        <Select
          size="xs"
          label="Separator"
          data={SEPARATORS as { value: string; label: string }[]}
          value={options.separator}
          allowDeselect={false}
          onChange={(value) => value !== null && set({ separator: value })}
        />
        <Select
          size="xs"
          label="Quote"
          data={QUOTES as { value: ParsingOptions['quote']; label: string }[]}
          value={options.quote}
          allowDeselect={false}
          onChange={(value) => value !== null && set({ quote: value })}
        />
        <Select
          size="xs"
          label="Line end"
          data={LINE_ENDS as { value: ParsingOptions['eol']; label: string }[]}
          value={options.eol}
          allowDeselect={false}
          onChange={(value) => value !== null && set({ eol: value })}
        />
        <Checkbox
          label="First line is a header"
          checked={options.header}
          onChange={(event) => set({ header: event.currentTarget.checked })}
        />
      </div>
      {preview.warnings.map((warning) => (
        <div key={warning} className={classes.warning}>
          <Notice tone="warning">{warning}</Notice>
        </div>
      ))}
      <div className={classes.sample} tabIndex={0} role="region" aria-label={`First rows of ${preview.name}`}>
        <table>
          <caption className={classes.caption}>First {SAMPLE_ROWS} rows</caption>
          <thead>
            <tr>
              {preview.columns.map((name, index) => (
                <th key={index} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map((row, index) => (
              <tr key={index}>
                {preview.columns.map((_, column) => (
                  <td key={column}>{row[column] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
