/** Chosen files: how each is written, which a person can change, and its first rows. */
import { said, t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import { ActionIcon, Button, Checkbox, Group, Progress, Select, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { MAX_UPLOAD_BYTES, SAMPLE_ROWS, type ParsingOptions, type WireSample } from '@acacia/contract';
import { Card, formatBytes, formatNumber, Notice } from '@acacia/ui';
import { IconFileText, IconFolder, IconUpload, IconX } from '@tabler/icons-react';
import { useDeferredValue, useRef } from 'react';
import { ColumnLabel } from './ColumnLabel.tsx';
import { labelled } from './column-labels.ts';
import type { ChosenFile } from './loader-state.ts';
import { AddPlace } from './AddPlace.tsx';
import { shownName } from './mended-rows.ts';
import { SampleTable } from './SampleTable.tsx';
import { isHiddenFile } from './source-file.ts';
import { isMember, isUploaded, type SourceKind } from './source-kinds.ts';
import { UploadedFiles } from './UploadedFiles.tsx';
import type { Loader } from './useLoader.ts';
import classes from './ingestion.module.css';

interface Choice {
  readonly value: string;
  readonly label: string;
}

const FORMATS: readonly Choice[] = [
  { value: 'csv', label: t`Columns (CSV)` },
  { value: 'json', label: t`JSON` },
];
const SEPARATORS: readonly Choice[] = [
  { value: ',', label: t`Comma ,` },
  { value: '\t', label: t`Tab` },
  { value: ';', label: t`Semicolon ;` },
  { value: '|', label: t`Pipe |` },
  { value: ' ', label: t`Space` },
];
const QUOTES: readonly Choice[] = [
  { value: 'double', label: t`Double "` },
  { value: 'single', label: t`Single '` },
  { value: 'none', label: t`None` },
];
const LINE_ENDS: readonly Choice[] = [
  { value: '\n', label: t`Unix (LF)` },
  { value: '\r\n', label: t`Windows (CRLF)` },
  { value: '\r', label: t`CR alone` },
];
const ENCODINGS: readonly Choice[] = [
  { value: 'utf-8', label: t`UTF-8` },
  { value: 'windows-1252', label: t`Windows-1252 (Latin-1)` },
  { value: 'utf-16le', label: t`UTF-16 little endian` },
  { value: 'utf-16be', label: t`UTF-16 big endian` },
];

/** One text: Format is a verb in the query editor. */
const [FORMAT = '', ENCODING = ''] = t`Format | Encoding`.split(' | ');

/** Columns of a sample that are drawn. */
const DRAWN_COLUMNS = 50;

interface FilesStepProps {
  /** Where further data comes from. */
  readonly kind: SourceKind;
  /** The graph that reads it; null: none is there yet. */
  readonly graph: string | null;
  readonly loader: Loader;
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  /** Bytes that a file may have. */
  readonly mostBytes?: number;
  /** Why files of the computer cannot be sent; undefined when they can. */
  readonly uploadRefusal?: string | undefined;
  /** Whether columns can be given labels, which a mapping then shows. */
  readonly withLabels?: boolean;
}

export function FilesStep({
  kind,
  graph,
  loader,
  client,
  workspaceId,
  mostBytes = MAX_UPLOAD_BYTES,
  uploadRefusal,
  withLabels = false,
}: FilesStepProps) {
  const { files, refused, sending } = loader.state;
  return (
    <div className={classes.stack}>
      {kind === 'files' && uploadRefusal !== undefined ? (
        <Notice tone="warning">{uploadRefusal} Other sources can be read.</Notice>
      ) : kind === 'files' ? (
        <DropFiles loader={loader} small={files.length > 0} mostBytes={mostBytes} />
      ) : (
        <AddPlace
          key={kind}
          kind={kind}
          loader={loader}
          client={client}
          workspaceId={workspaceId}
          graph={graph}
        />
      )}
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
        <FileCard key={chosen.file.name} chosen={chosen} withLabels={withLabels} dispatch={loader.dispatch} />
      ))}
      <UploadedFiles client={client} workspaceId={workspaceId} loader={loader} />
    </div>
  );
}

interface DropFilesProps {
  readonly loader: Loader;
  readonly small: boolean;
  readonly mostBytes: number;
}

function DropFiles({ loader, small, mostBytes }: DropFilesProps) {
  const folder = useRef<HTMLInputElement>(null);
  const add = (files: readonly File[]): void => {
    const shown = files.filter((file) => !isHiddenFile(file));
    const tooLarge = shown.filter(({ size }) => size > mostBytes);
    void loader.addFiles(shown.filter((file) => !tooLarge.includes(file))).then(() => {
      if (tooLarge.length > 0) refuse(tooLarge);
    });
  };
  const refuse = (files: readonly File[]): void =>
    loader.dispatch({
      kind: 'refuse',
      messages: files.map(({ name }) => t`${name} is larger than ${formatBytes(mostBytes)}.`),
    });
  return (
    <>
      <Dropzone
        onDrop={add}
        onReject={(rejected: readonly { readonly file: File }[]) => refuse(rejected.map(({ file }) => file))}
        maxSize={mostBytes}
        inputProps={{ 'aria-label': t`Choose files` }}
        className={classes.dropzone}
        data-small={small || undefined}
      >
        <Group gap="sm" justify="center">
          <IconUpload size={20} stroke={1.6} aria-hidden="true" />
          <div>
            <Text size="sm" fw={600}>
              Drop files or folders here, or click to choose
            </Text>
            <Text size="xs" c="var(--acacia-ink-dim)">
              CSV, TSV, JSON and Parquet, also packed as .gz or .zip. Up to {formatBytes(mostBytes)} each.
              They go to your workspace and nowhere else.
            </Text>
          </div>
        </Group>
      </Dropzone>
      <input
        ref={folder}
        type="file"
        hidden
        multiple
        aria-label="Files of a folder"
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        size="compact-sm"
        variant="default"
        w="fit-content"
        leftSection={<IconFolder size={14} stroke={1.6} />}
        onClick={() => folder.current?.click()}
      >
        Choose a folder
      </Button>
    </>
  );
}

interface FileCardProps {
  readonly chosen: ChosenFile;
  readonly withLabels: boolean;
  readonly dispatch: Loader['dispatch'];
}

const PACKED: Readonly<Record<WireSample['packed'], string>> = {
  none: '',
  gzip: ' · gzip',
  zip: ' · zip',
  tar: ' · tar',
  'tar.gz': ' · tar.gz',
};

function FileCard({ chosen, withLabels, dispatch }: FileCardProps) {
  const { preview, options } = chosen;
  const { sample } = preview;
  // The fields come in a task of their own: with the rest of the card they would be one of 45 ms.
  const withFields = useDeferredValue(true, false);
  const set = (patch: Partial<ParsingOptions>): void =>
    dispatch({ kind: 'choose', file: preview.name, options: patch });
  return (
    <Card
      flush
      title={
        <Group gap={8} component="span">
          <IconFileText size={17} stroke={1.6} aria-hidden="true" />
          {shownName(preview.name)}
          <Text span size="xs" c="var(--acacia-ink-dim)">
            {(isUploaded(chosen.file.path) || preview.size > 0) && `${formatBytes(preview.size)} · `}
            {formatNumber(sample.columnCount)} columns{PACKED[sample.packed]}
            {sample.files > 1 && ` · the first of ${formatNumber(sample.files)} files`}
            {sample.member !== null &&
              !isMember(chosen.file.path) &&
              `, the first of its files is ${sample.member}`}
          </Text>
        </Group>
      }
      actions={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove ${shownName(preview.name)}`}
          onClick={() => dispatch({ kind: 'remove', file: preview.name })}
        >
          <IconX size={16} />
        </ActionIcon>
      }
    >
      {!sample.parquet &&
        (withFields ? <Detected options={options} set={set} /> : <FieldsToCome format={options.format} />)}
      {sample.problem !== null && (
        <div className={classes.warning}>
          <Notice tone="negative">{said(sample.problem)}</Notice>
        </div>
      )}
      {sample.warnings.map((warning) => (
        <div key={warning} className={classes.warning}>
          <Notice tone="warning">{said(warning)}</Notice>
        </div>
      ))}
      {sample.columns.length > 0 && (
        <FirstRows
          chosen={chosen}
          onLabel={
            withLabels
              ? (index, text) =>
                  dispatch({
                    kind: 'label',
                    file: preview.name,
                    labels: labelled(chosen.labels, preview, index, text),
                  })
              : undefined
          }
        />
      )}
    </Card>
  );
}

/** Heights of a field with its label, and of a checkbox, in pixels. */
const FIELD_PX = 55;
const CHECKBOX_PX = 20;

/** The room of the fields of `Detected`. */
function FieldsToCome({ format }: Pick<ParsingOptions, 'format'>) {
  const fields = Array.from({ length: format === 'csv' ? 5 : 2 }, () => FIELD_PX);
  return (
    <div className={classes.options}>
      {[...fields, ...(format === 'csv' ? [CHECKBOX_PX] : [])].map((height, at) => (
        <span key={at} style={{ height }} />
      ))}
    </div>
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
      {select(FORMAT, 'format', FORMATS)}
      {select(ENCODING, 'encoding', ENCODINGS)}
      {options.format === 'csv' && (
        <>
          {select(t`Separator`, 'separator', SEPARATORS)}
          {select(t`Quote`, 'quote', QUOTES)}
          {select(t`Line end`, 'eol', LINE_ENDS)}
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

interface FirstRowsProps {
  readonly chosen: ChosenFile;
  readonly onLabel: ((index: number, text: string) => void) | undefined;
}

function FirstRows({ chosen, onLabel }: FirstRowsProps) {
  const { preview, labels } = chosen;
  const { name, sample } = preview;
  const drawn = sample.columns.slice(0, DRAWN_COLUMNS);
  const more = sample.columnCount - drawn.length;
  return (
    <SampleTable
      label={`First rows of ${name}`}
      caption={`First ${SAMPLE_ROWS} rows${more > 0 ? ` of ${DRAWN_COLUMNS} columns; ${formatNumber(more)} more` : ''}`}
      columns={
        onLabel === undefined
          ? drawn
          : drawn.map((column, index) => ({
              ...column,
              shown: (
                <ColumnLabel
                  name={preview.columns[index] ?? ''}
                  label={labels[index]}
                  onLabel={(text) => onLabel(index, text)}
                />
              ),
            }))
      }
      rows={sample.rows}
    />
  );
}
