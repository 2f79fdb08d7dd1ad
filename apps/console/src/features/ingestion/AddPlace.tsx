/** Adds data that is not on this device: an address, or a place in a store with the data source that has its keys. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireDataSourceEntry } from '@acacia/contract';
import { Card, ConfirmDestructive, ErrorState, Form, Notice } from '@acacia/ui';
import { Button, Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataSourceDialog } from './DataSourceDialog.tsx';
import {
  isQueried,
  isStore,
  nameOfPlace,
  pathOfPlace,
  placeFault,
  STORES,
  type SourceKind,
} from './source-kinds.ts';
import type { Loader } from './useLoader.ts';

interface AddPlaceProps {
  readonly kind: Exclude<SourceKind, 'files'>;
  readonly loader: Loader;
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  readonly graph: string | null;
}

/** Value of the choice of a data source that stands for none. */
const OPEN = '';

export function AddPlace({ kind, loader, client, workspaceId, graph }: AddPlaceProps) {
  const store = isStore(kind) ? STORES[kind] : null;
  const [place, setPlace] = useState('');
  const [chosen, setChosen] = useState<string | null>(store === null || store.open ? OPEN : null);
  const [fault, setFault] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const sources = useQuery({
    queryKey: ['workspace', workspaceId, 'data-sources', graph],
    queryFn: ({ signal }) => client.dataSources(graph, { signal }),
    enabled: store !== null,
  });
  const [dialog, setDialog] = useState<{ readonly editing: WireDataSourceEntry | null } | null>(null);
  const [deleting, setDeleting] = useState<WireDataSourceEntry | null>(null);
  const all = sources.data ?? [];
  const own = all.filter(({ type }) => type.toLowerCase() === kind);
  const current = own.find(({ name }) => name === chosen);

  const add = async (): Promise<void> => {
    const wrong = placeFault(kind, place);
    setFault(wrong);
    if (wrong !== undefined || chosen === null) return;
    setBusy(true);
    const taken = loader.state.files.map(({ file }) => file.name);
    const path = pathOfPlace(chosen === OPEN ? null : chosen, place);
    const added = await loader.useFile({ name: nameOfPlace(kind, place, taken), size: 0, path });
    setBusy(false);
    if (added) setPlace('');
  };

  const field = {
    label: store?.label ?? t`Address of a file`,
    placeholder: store?.example ?? 'https://example.com/people.csv',
    value: place,
    error: fault,
    spellCheck: false,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      setPlace(event.currentTarget.value);
      setFault(undefined);
    },
  };
  return (
    <Card>
      {sources.error !== null && (
        <ErrorState
          title="The data sources could not be read"
          error={sources.error}
          onRetry={() => void sources.refetch()}
          compact
        />
      )}
      <Form onSubmit={() => void add()}>
        {store !== null && (
          <Group align="flex-end" gap="xs" mb="sm">
            <Select
              label="Data source"
              placeholder="Choose a data source"
              data={[
                ...(store.open ? [{ value: OPEN, label: t`None: the data is public` }] : []),
                ...own.map(({ name }) => ({ value: name, label: name })),
              ]}
              value={chosen}
              onChange={setChosen}
              allowDeselect={false}
            />
            <Button variant="default" onClick={() => setDialog({ editing: null })}>
              New data source
            </Button>
            {current !== undefined && (
              <>
                <Button variant="default" onClick={() => setDialog({ editing: current })}>
                  Change keys
                </Button>
                <Button variant="subtle" color="red" onClick={() => setDeleting(current)}>
                  Delete
                </Button>
              </>
            )}
          </Group>
        )}
        {current?.keysLost === true && (
          <Notice tone="warning">
            The keys of {current.name} cannot be read any more, as after a backup was restored elsewhere.
            Enter them again with "Change keys".
          </Notice>
        )}
        {current !== undefined && (
          <Text size="xs" c="var(--acacia-ink-dim)" mb="xs">
            {Object.entries(current.config)
              .map(([name, value]) => `${name}: ${value}`)
              .join(' · ')}
          </Text>
        )}
        {isQueried(kind) ? <Textarea {...field} autosize minRows={2} /> : <TextInput {...field} />}
        <Group justify="flex-end" mt="sm">
          <Button type="submit" loading={busy} disabled={chosen === null}>
            Add
          </Button>
        </Group>
      </Form>
      {dialog !== null && store !== null && isStore(kind) && (
        <DataSourceDialog
          type={kind}
          editing={dialog.editing}
          taken={all.map(({ name }) => name)}
          client={client}
          graph={graph}
          onClose={() => setDialog(null)}
          onSaved={async (name) => {
            await sources.refetch();
            setChosen(name);
          }}
        />
      )}
      {deleting !== null && (
        <ConfirmDestructive
          opened
          title={`Delete the data source ${deleting.name}?`}
          losses={[t`Its keys`, t`Loading jobs that read from it will fail`]}
          confirmLabel="Delete data source"
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await client.deleteDataSource(graph, deleting.name);
            setChosen(store?.open === true ? OPEN : null);
            await sources.refetch();
          }}
        />
      )}
    </Card>
  );
}
