/** Chosen files: how each is written, which a person can change, and its first rows. */
import type { WorkspaceClient } from '@acacia/api-client';
import { ActionIcon, Button, Checkbox, Group, Progress, Select, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { MAX_UPLOAD_BYTES, SAMPLE_ROWS, type ParsingOptions, type WireSample } from '@acacia/contract';
import { Card, formatBytes, formatNumber, Notice } from '@acacia/ui';
import { IconFileText, IconUpload, IconX } from '@tabler/icons-react';
import type { ChosenFile } from './loader-state.ts';
import { UploadedFiles } from './UploadedFiles.tsx';
import type { Loader } from './useLoader.ts';
import classes from './ingestion.module.css';

interface Choice {
  readonly value: string;
  readonly label: string;
}

const FORMATS: readonly Choice[] = [
  { value: 'csv', label: 'Columns (CSV)' },
  { value: 'json', label: 'JSON' },
];
const SEPARATORS: readonly Choice[] = [
  { value: ',', label: 'Comma ,' },
  { value: '\t', label: 'Tab' },
  { value: ';', label: 'Semicolon ;' },
  { value: '|', label: 'Pipe |' },
  { value: ' ', label: 'Space' },
];
const QUOTES: readonly Choice[] = [
  { value: 'double', label: 'Double "' },
  { value: 'single', label: "Single '" },
  { value: 'none', label: 'None' },
];
const LINE_ENDS: readonly Choice[] = [
  { value: '\n', label: 'Unix (LF)' },
  { value: '\r\n', label: 'Windows (CRLF)' },
  { value: '\r', label: 'CR alone' },
];
const ENCODINGS: readonly Choice[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Windows-1252 (Latin-1)' },
  { value: 'utf-16le', label: 'UTF-16 little endian' },
  { value: 'utf-16be', label: 'UTF-16 big endian' },
];

/** Columns of a sample that are drawn. */
const DRAWN_COLUMNS = 50;

interface FilesStepProps {
  readonly loader: Loader;
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
}

export function FilesStep({ loader, client, workspaceId }: FilesStepProps) {
  const { files, refused, sending } = loader.state;
  return (
    <div className={classes.stack}>
      <Dropzone
        onDrop={(dropped: File[]) => void loader.addFiles(dropped)}
        maxSize={MAX_UPLOAD_BYTES}
        inputProps={{ 'aria-label': 'Choose files' }}
        className={classes.dropzone}
        data-small={files.length > 0 || undefined}
      >
        <Group gap="sm" justify="center">
          <IconUpload size={20} stroke={1.6} aria-hidden="true" />
          <div>
            <Text size="sm" fw={600}>
              Drop files here, or click to choose
            </Text>
            <Text size="xs" c="var(--acacia-ink-dim)">
              CSV, TSV, JSON and Parquet, also packed as .gz or .zip. Up to {formatBytes(MAX_UPLOAD_BYTES)}{' '}
              each. They go to your workspace and nowhere else.
            </Text>
          </div>
        </Group>
      </Dropzone>
      {sending.length > 0 && (
        <Card>
          {sending.map(({ file, sent, total }) => (
            <div key={file}>
              <Text size="xs" c="var(--acacia-ink-dim)">
                Sending {file}: {formatBytes(sent)} of {formatBytes(total)}
              </Text>
              <Progress value={total === 0 ? 100 : (sent / total) * 100} aria-label={`Sending ${file}`} />
            </div>
          ))}
          <Button size="compact-sm" variant="default" mt="xs" onClick={loader.stopSending}>
            Cancel
          </Button>
        </Card>
      )}
      {refused.map((message) => (
        <Notice key={message} tone="negative">
          {message}
        </Notice>
      ))}
      {files.map((chosen) => (
        <FileCard key={chosen.file.name} chosen={chosen} dispatch={loader.dispatch} />
      ))}
      <UploadedFiles client={client} workspaceId={workspaceId} loader={loader} />
    </div>
  );
}

interface FileCardProps {
  readonly chosen: ChosenFile;
  readonly dispatch: Loader['dispatch'];
}

const PACKED: Readonly<Record<WireSample['packed'], string>> = {
  none: '',
  gzip: ' · gzip',
  zip: ' · zip',
  tar: ' · tar',
  'tar.gz': ' · tar.gz',
};

function FileCard({ chosen, dispatch }: FileCardProps) {
  const { preview, options } = chosen;
  const { sample } = preview;
  const set = (patch: Partial<ParsingOptions>): void =>
    dispatch({ kind: 'choose', file: preview.name, options: patch });
  return (
    <Card
      flush
      title={
        <Group gap={8} component="span">
          <IconFileText size={17} stroke={1.6} aria-hidden="true" />
          {preview.name}
          <Text span size="xs" c="var(--acacia-ink-dim)">
            {formatBytes(preview.size)} · {formatNumber(sample.columnCount)} columns{PACKED[sample.packed]}
            {sample.member !== null && `, the first of its files is ${sample.member}`}
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
      {!sample.parquet && <Detected options={options} set={set} />}
      {sample.problem !== null && (
        <div className={classes.warning}>
          <Notice tone="negative">{sample.problem}</Notice>
        </div>
      )}
      {sample.warnings.map((warning) => (
        <div key={warning} className={classes.warning}>
          <Notice tone="warning">{warning}</Notice>
        </div>
      ))}
      {sample.columns.length > 0 && <FirstRows name={preview.name} sample={sample} />}
    </Card>
  );
}

interface DetectedProps {
  readonly options: ParsingOptions;
  readonly set: (patch: Partial<ParsingOptions>) => void;
}

function Detected({ options, set }: DetectedProps) {
  const select = <Name extends 'format' | 'separator' | 'quote' | 'eol' | 'encoding'>(
    label: string,
    name: Name,
    choices: readonly Choice[],
  ) => {
    const value = options[name];
    const known = choices.some((choice) => choice.value === value);
    return (
      <Select
        size="xs"
        label={label}
        data={[...choices, ...(known ? [] : [{ value, label: value }])]}
        value={value}
        allowDeselect={false}
        onChange={(next) => next !== null && set({ [name]: next })}
      />
    );
  };
  return (
    <div className={classes.options}>
      {select('Format', 'format', FORMATS)}
      {select('Encoding', 'encoding', ENCODINGS)}
      {options.format === 'csv' && (
        <>
          {select('Separator', 'separator', SEPARATORS)}
          {select('Quote', 'quote', QUOTES)}
          {select('Line end', 'eol', LINE_ENDS)}
          <Checkbox
            label="First line is a header"
            checked={options.header}
            onChange={(event) => set({ header: event.currentTarget.checked })}
          />
        </>
      )}
    </div>
  );
}

function FirstRows({ name, sample }: { readonly name: string; readonly sample: WireSample }) {
  const drawn = sample.columns.slice(0, DRAWN_COLUMNS);
  const more = sample.columnCount - drawn.length;
  return (
    <div className={classes.sample} tabIndex={0} role="region" aria-label={`First rows of ${name}`}>
      <table>
        <caption className={classes.caption}>
          First {SAMPLE_ROWS} rows{more > 0 && ` of ${DRAWN_COLUMNS} columns; ${formatNumber(more)} more`}
        </caption>
        <thead>
          <tr>
            {drawn.map(({ name: column, type, reason }, index) => (
              <th key={index} scope="col" title={reason}>
                {column} <small className={classes.type}>{type}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.rows.map((row, index) => (
            <tr key={index}>
              {drawn.map((_, column) => (
                <td key={column}>{row[column] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
