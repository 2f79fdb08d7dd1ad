/** The keys of a store under a name, new or changed. What is typed here goes to the workspace and is not shown again. */
import '@mantine/core/styles/PasswordInput.layer.css';
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireDataSourceEntry } from '@acacia/contract';
import { ErrorState, Form } from '@acacia/ui';
import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { KeyField } from './KeyField.tsx';
import {
  fieldFaults,
  settingsOf,
  sourceNameFault,
  STORES,
  type FieldValues,
  type StoreType,
} from './source-kinds.ts';

interface DataSourceDialogProps {
  readonly type: StoreType;
  /** The data source whose keys are changed; null: a new one. */
  readonly editing: WireDataSourceEntry | null;
  /** Names that are given already. */
  readonly taken: readonly string[];
  readonly client: WorkspaceClient;
  /** The graph that reads from it; null: every graph. */
  readonly graph: string | null;
  readonly onClose: () => void;
  readonly onSaved: (name: string) => Promise<void>;
}

export function DataSourceDialog(props: DataSourceDialogProps) {
  const { type, editing, onClose } = props;
  const { what } = STORES[type];
  return (
    <Modal
      opened
      onClose={onClose}
      title={editing === null ? `New data source for ${what}` : `Change the keys of ${editing.name}`}
      size={480}
    >
      <Fields {...props} />
    </Modal>
  );
}

function Fields({ type, editing, taken, client, graph, onClose, onSaved }: DataSourceDialogProps) {
  const { fields } = STORES[type];
  const [name, setName] = useState(editing?.name ?? '');
  const [values, setValues] = useState<FieldValues>(() =>
    Object.fromEntries(
      fields.map((field) => {
        const known = field.secret === true ? undefined : editing?.config[field.name];
        return [field.name, known === undefined || known === '****' ? (field.initial ?? '') : known];
      }),
    ),
  );
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: unknown }>({
    busy: false,
    error: undefined,
  });
  const nameFault = editing === null ? sourceNameFault(name, taken) : undefined;
  const faults = fieldFaults(type, values);

  const save = async (): Promise<void> => {
    setTried(true);
    if (nameFault !== undefined || Object.keys(faults).length > 0) return;
    setState({ busy: true, error: undefined });
    try {
      const config = settingsOf(type, values);
      await (editing === null
        ? client.createDataSource(graph, name, config)
        : client.changeDataSource(graph, name, config));
      await onSaved(name);
      onClose();
    } catch (error) {
      setState({ busy: false, error });
    }
  };

  return (
    <Form onSubmit={() => void save()}>
      <Stack gap="sm">
        {editing === null && (
          <TextInput
            label="Name"
            value={name}
            spellCheck={false}
            autoComplete="off"
            error={name !== '' || tried ? nameFault : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {fields.map((field) => {
          const set = (value: string): void => setValues((before) => ({ ...before, [field.name]: value }));
          const common = {
            label: field.label,
            description: field.description,
            value: values[field.name] ?? '',
            error: tried ? faults[field.name] : undefined,
          };
          if (field.long === true) return <KeyField key={field.name} {...common} onChange={set} />;
          const shared = {
            ...common,
            autoComplete: 'off',
            spellCheck: false,
            onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
              set(event.currentTarget.value),
          };
          return field.secret === true ? (
            <PasswordInput key={field.name} {...shared} autoComplete="new-password" />
          ) : (
            <TextInput key={field.name} {...shared} />
          );
        })}
        <Text size="xs" c="var(--acacia-ink-dim)">
          Keys are encrypted in the workspace and never shown again.
        </Text>
        {state.error !== undefined && (
          <ErrorState
            title="The data source could not be saved"
            error={state.error}
            onRetry={() => void save()}
            compact
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={state.busy}>
            Save
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
