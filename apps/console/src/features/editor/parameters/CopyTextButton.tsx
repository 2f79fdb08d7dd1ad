/** Copies a text, and says so for a second (specification part 4, section 2). */
import { toast } from '@acacia/ui';
import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

const COPIED_MS = 1000;

interface CopyTextButtonProps {
  readonly value: string;
  /** Shown when the browser refuses, or the page has no secure connection. */
  readonly failure: string;
  readonly size?: ButtonProps['size'];
}

export function CopyTextButton({ value, failure, size = 'sm' }: CopyTextButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      toast.error(new Error(failure));
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <Button size={size} variant="default" onClick={() => void copy()}>
      {copied ? 'Copied' : 'Copy'}
    </Button>
  );
}
