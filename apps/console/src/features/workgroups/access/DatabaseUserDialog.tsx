/** Makes a database user, or gives one another password (specification part 3, section 5). */
import { said, t } from '@acacia/texts';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PASSWORD_LEAST, passwordFault, userNameFault, type Workspace } from '@acacia/contract';
import { CopyButton, Form, toast, useOnTop } from '@acacia/ui';
import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { idsOf } from '../../../data/workspaces.ts';
import classes from './access.module.css';
import { useSaveDatabaseUser } from './database-users.ts';
import { generatePassword } from './generated-password.ts';
import { SPECIFIED } from './specified-texts.ts';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../../shell/copy-as/form-call.ts';

interface DatabaseUserDialogProps {
  readonly workspace: Workspace;
  /** Null: a new one. */
  readonly username: string | null;
  readonly onClose: () => void;
}

export function DatabaseUserDialog({ workspace, username, onClose }: DatabaseUserDialogProps) {
  const close = useOnTop(true, onClose);
  const isNew = username === null;
  const [seen, setSeen] = useState(false);
  const save = useSaveDatabaseUser(workspace, isNew);
  const form = useForm({
    mode: 'controlled',
    initialValues: { username: username ?? '', password: '' },
    validate: {
      // A user that was made under earlier rules keeps its name.
      username: (value) => (isNew ? said(userNameFault(value) ?? undefined) : null),
      password: (value, values) =>
        value === '' ? t`required` : said(passwordFault(value, [values.username]) ?? undefined),
    },
  });
  const { password } = form.values;
  /** The password is never copied. */
  const shown = { username: form.values.username, password: 'PASSWORD' };
  const submit = (values: typeof form.values): void =>
    save.mutate(values, {
      onSuccess: () => {
        toast.success(
          isNew ? t`The user has been successfully created.` : t`The user has been successfully updated.`,
        );
        onClose();
      },
      onError: (error) => toast.error(error),
    });
  return (
    <Modal opened onClose={close} title={isNew ? SPECIFIED.addUser : 'Edit user'} size={460}>
      <Form onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <TextInput
            label="Username"
            readOnly={!isNew}
            autoComplete="off"
            spellCheck={false}
            {...(isNew ? { 'data-autofocus': true } : {})}
            {...form.getInputProps('username')}
          />
          <PasswordInput
            label="Password"
            description={`At least ${PASSWORD_LEAST} characters. It is stored as a hash and never shown again.`}
            autoComplete="new-password"
            visible={seen}
            onVisibilityChange={setSeen}
            visibilityToggleButtonProps={{ 'aria-label': seen ? t`Hide password` : t`Show password` }}
            {...(isNew ? {} : { 'data-autofocus': true })}
            {...form.getInputProps('password')}
          />
          <div className={classes.made}>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                form.setFieldValue('password', generatePassword(form.values.username));
                form.clearFieldError('password');
                setSeen(true);
              }}
            >
              {SPECIFIED.autoGenerate}
            </Button>
            {password !== '' && (
              <CopyButton value={password} label="password" copiedMessage="password copied successfully." />
            )}
          </div>
          <Group justify="flex-end" gap="xs">
            <CopyAs
              calls={[
                formCall(isNew ? 'createDbUser' : 'updateDbUser', { params: idsOf(workspace), body: shown }),
              ]}
            />
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              {isNew ? 'Add' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
