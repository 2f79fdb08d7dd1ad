/** The QR code for an authenticator app, the same as text, and the code by which the app shows that it has it. */
import { t } from '@acacia/texts';
import { CloudError } from '@acacia/api-client';
import { CopyButton, errorText, Form, toast } from '@acacia/ui';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useServices } from '../../services/services.ts';
import { CopyAs } from '../copy-as/CopyAs.tsx';
import { formCall } from '../copy-as/form-call.ts';
import { useChange } from './methods.ts';
import { QrCode } from './QrCode.tsx';
import classes from './security.module.css';

interface AppSetupProps {
  /** In groups of four. */
  readonly secret: string;
  readonly uri: string;
  readonly onCancel: () => void;
  readonly onDone: (codes: readonly string[] | null) => void;
}

export function AppSetup({ secret, uri, onCancel, onDone }: AppSetupProps) {
  const { cloud } = useServices();
  const [code, setCode] = useState('');
  const confirm = useChange((typed: string) => cloud.confirmAuthenticatorApp({ body: { code: typed } }));
  const atField =
    confirm.error instanceof CloudError &&
    confirm.error.details.some(({ FieldName }) => FieldName === 'code');
  return (
    <Form
      className={classes.step}
      onSubmit={() =>
        confirm.mutate(code, {
          onSuccess: ({ recovery_codes }) => {
            toast.success(t`The authenticator app is set up.`);
            onDone(recovery_codes);
          },
        })
      }
    >
      <Stack gap="sm">
        <div className={classes.scan}>
          <QrCode text={uri} label="QR code for your authenticator app" />
          <div>
            <p className={classes.about}>
              Scan this with the app. Where it cannot scan, type the secret instead:
            </p>
            <span className={classes.secret}>
              <code>{secret}</code>
              <CopyButton value={secret.replaceAll(' ', '')} label="secret" />
            </span>
          </div>
        </div>
        <TextInput
          label="Code that the app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          value={code}
          error={atField ? errorText(confirm.error) : null}
          autoFocus
          onChange={(event) => {
            setCode(event.currentTarget.value);
            confirm.reset();
          }}
        />
        {confirm.error !== null && !atField && <div role="alert">{errorText(confirm.error)}</div>}
        <Group justify="flex-end" gap="xs">
          <CopyAs calls={[formCall('confirmAuthenticatorApp', { body: { code: 'CODE' } })]} />
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            Set up the app
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
