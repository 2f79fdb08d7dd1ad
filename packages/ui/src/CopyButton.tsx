/** Copying with one click, told to the eye and to a screen reader. */
import { ActionIcon, CopyButton as MantineCopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { cutInMiddle } from './format.ts';
import classes from './CopyButton.module.css';
import { toast } from './toasts.ts';

interface CopyButtonProps {
  readonly value: string;
  /** What is copied, e.g. `workspace ID`. */
  readonly label: string;
  /** Shown as a toast as well. */
  readonly copiedMessage?: string;
}

export function CopyButton({ value, label, copiedMessage }: CopyButtonProps) {
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${label}`}>
          <ActionIcon
            size="sm"
            aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
            onClick={() => {
              copy();
              if (copiedMessage !== undefined) toast.success(copiedMessage);
            }}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} stroke={1.7} />}
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopyButton>
  );
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
