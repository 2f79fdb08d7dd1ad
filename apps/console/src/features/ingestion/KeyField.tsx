/** A key of several lines: hidden as it is typed or pasted, shown on demand, or read from its file. */
import { t } from '@acacia/texts';
import { toast } from '@acacia/ui';
import { ActionIcon, Button, FileButton, Group, Textarea } from '@mantine/core';
import { IconEye, IconEyeOff, IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './ingestion.module.css';

/** Key files have some thousand bytes. */
const MOST_BYTES = 64 * 1024;

interface KeyFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function KeyField({ label, value, onChange, ...field }: KeyFieldProps) {
  const [shown, setShown] = useState(false);
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    if (file.size > MOST_BYTES) {
      toast.error(t`${file.name} is too large for a key.`);
      return;
    }
    onChange(await file.text());
  };
  return (
    <div>
      <Textarea
        {...field}
        label={label}
        value={value}
        autosize
        minRows={2}
        maxRows={6}
        autoComplete="off"
        spellCheck={false}
        classNames={shown ? {} : { input: classes.hiddenKey }}
        onChange={(event) => onChange(event.currentTarget.value)}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Show ${label}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          </ActionIcon>
        }
      />
      <Group gap="xs" mt={6}>
        <FileButton
          inputProps={{ 'data-key': '' } as object}
          onChange={(file) => void take(file).catch((error: unknown) => toast.error(error))}
        >
          {(props) => (
            <Button
              {...props}
              size="compact-xs"
              variant="default"
              leftSection={<IconFile size={14} stroke={1.6} />}
              aria-label={`Read ${label} from a file`}
            >
              Read from a file
            </Button>
          )}
        </FileButton>
      </Group>
    </div>
  );
}
