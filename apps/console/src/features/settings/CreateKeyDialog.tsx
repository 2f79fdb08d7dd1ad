/** Creates an API key, then shows it this once (specification part 3, sections 4, 5 and 9). */
import { said, t } from '@acacia/texts';
import { CloudError } from '@acacia/api-client';
import {
  API_KEY_DESCRIPTION_MOST,
  API_KEY_LIFETIMES,
  API_KEY_TEXTS,
  type CreatedApiKey,
} from '@acacia/contract';
import { CopyButton, Form, Notice, toast, useOnTop } from '@acacia/ui';
import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { CopyAs } from '../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../shell/copy-as/form-call.ts';
import { newKeyInput, useCreateKey } from './calls.ts';
import classes from './settings.module.css';

const LIFETIMES = [
  { value: '', label: t`Choose when it expires` },
  ...API_KEY_LIFETIMES.map(({ seconds, label }) => ({ value: String(seconds), label: said(label) })),
];

interface CreateKeyDialogProps {
  readonly onClose: () => void;
  /** Opens the permissions of the new key. */
  readonly onPermissions: (keyName: string) => void;
}

export function CreateKeyDialog({ onClose, onPermissions }: CreateKeyDialogProps) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const close = useOnTop(true, onClose);
  return (
    <Modal
      opened
      onClose={close}
      // A click beside it would lose the key.
      closeOnClickOutside={created === null}
      title={created === null ? 'Create an API key' : 'Your API key'}
      size={520}
    >
      {created === null ? (
        <KeyForm onClose={close} onCreated={setCreated} />
      ) : (
        <Stack gap="md">
          <Notice tone="warning" title="Save your API key">
            {said(API_KEY_TEXTS.saveIt)} It has no permissions yet.
          </Notice>
          <div className={classes.key}>
            <code>{created.plaintext_key}</code>
            <CopyButton value={created.plaintext_key} label="API key" copiedMessage={API_KEY_TEXTS.copied} />
          </div>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              I have saved it
            </Button>
            <Button onClick={() => onPermissions(created.key_name)}>Set permissions</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface KeyFormProps {
  readonly onClose: () => void;
  readonly onCreated: (key: CreatedApiKey) => void;
}

function KeyForm({ onClose, onCreated }: KeyFormProps) {
  const create = useCreateKey();
  const form = useForm({
    initialValues: { description: '', seconds: '' },
    validate: {
      description: (text) => (text.trim() === '' ? t`required` : null),
      seconds: (text) => (text === '' ? t`required` : null),
    },
  });
  const newKeyOf = ({ description, seconds }: typeof form.values) => ({
    description: description.trim(),
    seconds: Number(seconds),
  });
  const submit = (values: typeof form.values): void =>
    create.mutate(newKeyOf(values), {
      onSuccess: (key) => {
        toast.success(API_KEY_TEXTS.created);
        onCreated(key);
      },
      onError: (error) => {
        const at = error instanceof CloudError ? error.details[0]?.FieldName : undefined;
        if (at === 'description') form.setFieldError('description', said(error.message));
        else toast.error(error);
      },
    });
  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        <TextInput
          label="Description"
          description="What the key is for"
          required
          maxLength={API_KEY_DESCRIPTION_MOST}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('description')}
        />
        <NativeSelect label="Expires" required data={LIFETIMES} {...form.getInputProps('seconds')} />
        <Group justify="flex-end" gap="xs">
          <CopyAs calls={[formCall('createApiKey', newKeyInput(newKeyOf(form.values)))]} />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
