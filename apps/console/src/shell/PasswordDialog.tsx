/** Choosing another password. */
import { said, t } from '@acacia/texts';
import { CloudError } from '@acacia/api-client';
import { PASSWORD_LEAST, passwordFault } from '@acacia/contract';
import { errorText, Form, toast } from '@acacia/ui';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useServices } from '../services/services.ts';
import { useMe } from '../data/me.ts';
import { CopyAs } from './copy-as/CopyAs.tsx';
import { formCall } from './copy-as/form-call.ts';

interface PasswordDialogProps {
  readonly onClose: () => void;
}

/** Fields of the call and those of the form. */
const FIELDS: Readonly<Record<string, string>> = { current_password: 'current', new_password: 'chosen' };

/** The call with words in place of the passwords. */
const COPIED = formCall('changeMyPassword', {
  body: { current_password: 'CURRENT_PASSWORD', new_password: 'NEW_PASSWORD' },
});

export default function PasswordDialog({ onClose }: PasswordDialogProps) {
  const { cloud } = useServices();
  const { email, name } = useMe();
  const form = useForm({
    mode: 'controlled',
    initialValues: { current: '', chosen: '', again: '' },
    validate: {
      current: (value) => (value === '' ? t`Type the password that you have.` : null),
      chosen: (value) => said(passwordFault(value, [email, name]) ?? undefined) ?? null,
      again: (value, { chosen }) => (value === chosen ? null : t`The two passwords are not the same.`),
    },
  });
  const change = useMutation({
    mutationFn: ({ current, chosen }: typeof form.values) =>
      cloud.changeMyPassword({ body: { current_password: current, new_password: chosen } }),
    onSuccess: () => {
      toast.success(t`Your password is changed. Your other sessions are signed out.`);
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof CloudError)) return;
      for (const { FieldName, Reason } of error.details) {
        const field = FIELDS[FieldName];
        if (field !== undefined) form.setFieldError(field, Reason);
      }
    },
  });
  const elsewhere =
    change.error !== null &&
    !(
      change.error instanceof CloudError && change.error.details.some(({ FieldName }) => FieldName in FIELDS)
    );
  return (
    <Modal opened onClose={onClose} title="Change password" size={420}>
      <Form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack gap="md">
          <TextInput
            label="Current password"
            type="password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('current')}
          />
          <TextInput
            label="New password"
            description={`At least ${PASSWORD_LEAST} characters`}
            type="password"
            autoComplete="new-password"
            {...form.getInputProps('chosen')}
          />
          <TextInput
            label="New password again"
            type="password"
            autoComplete="new-password"
            {...form.getInputProps('again')}
          />
          {elsewhere && <div role="alert">{errorText(change.error)}</div>}
          <Group justify="flex-end" gap="xs">
            <CopyAs calls={[COPIED]} />
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
