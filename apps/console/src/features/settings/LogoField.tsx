/** The logo: what is shown now, and another one by a file or by an address. */
import { t } from '@acacia/texts';
import { LOGO_BYTES, LOGO_PIXELS, LOGO_TYPES } from '@acacia/contract';
import { errorText, formatNumber } from '@acacia/ui';
import { Button, FileButton, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './settings.module.css';

interface LogoFieldProps {
  /** Address of the present logo, `data:` of a chosen file, a web address, or '' for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The initial of the organisation, which stands where there is no logo. */
  readonly initial: string;
  readonly error: string | null;
}

const KB = LOGO_BYTES / 1024;
const RULE = t`PNG, JPEG or WebP, up to ${KB} KB and ${formatNumber(LOGO_PIXELS)} pixels a side. A picture at an address is copied once.`;

const isAddress = (value: string): boolean => value !== '' && !/^(?:data:|\/)/.test(value);

const dataOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(new Error(t`${file.name} cannot be read.`));
    reader.readAsDataURL(file);
  });

export function LogoField({ value, onChange, initial, error }: LogoFieldProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    if (file.size > LOGO_BYTES) {
      setRefusal(t`${file.name} has ${formatNumber(Math.ceil(file.size / 1024))} KB; it may have ${KB}.`);
      return;
    }
    try {
      onChange(await dataOf(file));
      setRefusal(null);
    } catch (fault) {
      setRefusal(errorText(fault));
    }
  };
  const change = (next: string): void => {
    setRefusal(null);
    onChange(next);
  };
  const problem = refusal ?? error;
  return (
    <Stack gap={8} role="group" aria-label="Logo">
      <Input.Label component="div">Logo</Input.Label>
      <div className={classes.logo}>
        <span className={classes.picture}>
          {value === '' || isAddress(value) ? (
            <span aria-hidden="true">{initial}</span>
          ) : (
            <img src={value} alt="Logo of the organization" />
          )}
        </span>
        <Group gap="xs">
          <FileButton accept={LOGO_TYPES.join(',')} onChange={(file) => void take(file)}>
            {(button) => (
              <Button {...button} variant="default" leftSection={<IconUpload size={16} aria-hidden="true" />}>
                Upload a picture
              </Button>
            )}
          </FileButton>
          {value !== '' && (
            <Button variant="subtle" color="gray" onClick={() => change('')}>
              Remove
            </Button>
          )}
        </Group>
      </div>
      <TextInput
        label="Address of a picture"
        description={RULE}
        placeholder="https://example.org/logo.png"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={isAddress(value) ? value : ''}
        error={problem}
        onChange={(event) => change(event.currentTarget.value.trim())}
      />
    </Stack>
  );
}
