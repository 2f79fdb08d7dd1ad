/** Asks for the password before a change of how the person signs in. */
import { t } from '@acacia/texts';
import { CloudError } from '@acacia/api-client';
import { errorText, Form } from '@acacia/ui';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { CopyAs } from '../copy-as/CopyAs.tsx';
import type { FormCall } from '../copy-as/form-call.ts';
import classes from './security.module.css';

interface PasswordStepProps {
  /** The consequence of the step, in words. */
  readonly about: ReactNode;
  readonly action: string;
  readonly destructive?: boolean;
  /** The call, with the word for the password; undefined where only a browser can do it. */
  readonly call?: FormCall;
  /** Fields above the password. */
  readonly children?: ReactNode;
  /** Does it. An error about the password is shown at the field, any other one below. */
  readonly onSubmit: (password: string) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** A word in place of the password, for calls that are copied. */
export const PASSWORD = { current_password: 'PASSWORD' } as const;

const ofPassword = (error: unknown): string | null =>
  error instanceof CloudError
    ? (error.details.find(({ FieldName }) => FieldName === 'current_password')?.Reason ?? null)
    : null;

export function PasswordStep({
  about,
  action,
  destructive = false,
  call,
  children,
  onSubmit,
  onCancel,
}: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (busy) return;
    if (password === '') return setError(new Error(t`Type your password.`));
    setBusy(true);
    try {
      await onSubmit(password);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const atField = password === '' && error !== null ? errorText(error) : ofPassword(error);
  return (
    <Form className={classes.step} onSubmit={() => void submit()}>
      <Stack gap="sm">
        <p className={classes.about}>{about}</p>
        {children}
        <TextInput
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={atField}
          autoFocus
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setError(null);
          }}
        />
        {error !== null && atField === null && <div role="alert">{errorText(error)}</div>}
        <Group justify="flex-end" gap="xs">
          {call !== undefined && <CopyAs calls={[call]} />}
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} {...(destructive ? { color: 'red.7' } : {})}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
