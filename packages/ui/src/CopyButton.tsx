/** A button that copies with one click, and confirms it visibly and to screen readers. */
import { t } from '@acacia/texts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { cutInMiddle } from './format.ts';
import classes from './CopyButton.module.css';
import { toast } from './toasts.ts';

interface CopyButtonProps {
  readonly value: string;
  /** Name of the value, e.g. `workspace ID`. */
  readonly label: string;
  /** Shown as a toast as well. */
  readonly copiedMessage?: string;
}

/** Milliseconds for which the button confirms the copy. */
const TOLD = 1500;

export function CopyButton({ value, label, copiedMessage }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (): Promise<void> => {
    try {
      await writeText(value);
    } catch (error) {
      toast.error(error);
      return;
    }
    if (copiedMessage !== undefined) toast.success(copiedMessage);
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), TOLD);
  };
  return (
    <Tooltip label={copied ? 'Copied' : `Copy ${label}`}>
      <ActionIcon
        size="sm"
        aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
        onClick={() => void copy()}
      >
        {copied ? <IconCheck size={14} /> : <IconCopy size={14} stroke={1.7} />}
      </ActionIcon>
    </Tooltip>
  );
}

/** Browsers give pages without a secure connection no clipboard. */
async function writeText(text: string): Promise<void> {
  if (!('clipboard' in navigator)) {
    throw new Error(
      t`This browser lets only pages with a secure connection (https) copy. Select the text and copy it.`,
    );
  }
  await navigator.clipboard.writeText(text);
}

/** An id in mono, cut in the middle; the whole one on hover and on the clipboard. */
export function CopyableId({
  value,
  label,
  copiedMessage,
  whole = false,
}: CopyButtonProps & { readonly whole?: boolean }) {
  return (
    <span className={classes.id}>
      <code title={value} className={classes.code}>
        {whole ? value : cutInMiddle(value)}
      </code>
      <CopyButton value={value} label={label} {...(copiedMessage === undefined ? {} : { copiedMessage })} />
    </span>
  );
}
