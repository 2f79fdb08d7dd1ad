/** A text file to read and change: with line numbers, loading from a file, and downloading. */
import { t } from '@acacia/texts';
import { Button, FileButton } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { download } from '../download.ts';
import { errorText, formatBytes, formatNumber } from '../format.ts';
import classes from './form.module.css';

interface TextFileFieldProps {
  /** Name of the file, which is the field's label too. */
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Endings that are offered for upload, e.g. `.hpp,.cpp`. */
  readonly accept?: string;
  /** Most bytes taken from a file. */
  readonly maxBytes?: number;
  readonly error?: string | undefined;
  /** Why it cannot be changed; it can be read and copied nevertheless. */
  readonly disabledReason?: string | undefined;
  /** Lines in sight. */
  readonly rows?: number;
}

const MB = 1024 * 1024;

export function TextFileField(props: TextFileFieldProps) {
  const { name, value, onChange, accept = '', maxBytes = MB, error, disabledReason, rows = 18 } = props;
  const id = useId();
  const numbers = useRef<HTMLPreElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const lines = value.split('\n').length;
  const problem = refusal ?? error;

  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    try {
      onChange(await textOf(file, maxBytes));
      setRefusal(null);
    } catch (fault) {
      setRefusal(errorText(fault));
    }
  };
  return (
    <div className={classes.file}>
      <div className={classes.fileHead}>
        <label htmlFor={id} className={classes.fileName}>
          {name}
        </label>
        <span className={classes.fileFacts}>
          {formatNumber(lines)} {lines === 1 ? 'line' : 'lines'}
        </span>
        <span className={classes.fileTools}>
          <FileButton
            accept={accept}
            onChange={(file) => void take(file)}
            disabled={disabledReason !== undefined}
          >
            {(button) => (
              <Button
                {...button}
                variant="subtle"
                color="gray"
                size="compact-sm"
                disabled={disabledReason !== undefined}
                leftSection={<IconUpload size={14} aria-hidden="true" />}
              >
                Upload
              </Button>
            )}
          </FileButton>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden="true" />}
            onClick={() => download(name, value)}
          >
            Download
          </Button>
        </span>
      </div>
      <div className={classes.text} data-wrong={problem !== undefined || undefined}>
        <div
          className={classes.numbers}
          style={{ width: `calc(${String(lines).length}ch + 22px)` }}
          aria-hidden="true"
        >
          <pre ref={numbers}>{Array.from({ length: lines }, (_, line) => line + 1).join('\n')}</pre>
        </div>
        <textarea
          id={id}
          className={classes.area}
          rows={rows}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={value}
          readOnly={disabledReason !== undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-about`}
          onChange={(event) => {
            setRefusal(null);
            onChange(event.currentTarget.value);
          }}
          onScroll={(event) => {
            if (numbers.current !== null) numbers.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
      <p id={`${id}-about`} className={problem === undefined ? classes.description : classes.fault}>
        {problem ?? disabledReason}
      </p>
    </div>
  );
}

/** @throws Error with a sentence when the file is too large or no text */
async function textOf(file: File, maxBytes: number): Promise<string> {
  if (file.size > maxBytes) {
    throw new Error(
      t`${file.name} has ${formatBytes(file.size)}; at most ${formatBytes(maxBytes)} are taken.`,
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(t`${file.name} is not a text in UTF-8.`);
  }
}
