/** Chooses the graph being designed; makes and drops graphs (specification part 4, graph selector). */
import { ActionIcon, Button, Group, Modal, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { WorkspaceClient } from '@acacia/api-client';
import { ConfirmDestructive, errorText, toast } from '@acacia/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { GraphPicker } from '../../shell/GraphPicker.tsx';
import { nameProblem } from './draft-problems.ts';

export interface GraphMenuProps {
  readonly client: WorkspaceClient;
  readonly graphs: readonly string[];
  /** null: the global scope; undefined: there is no graph. */
  readonly graph: string | null | undefined;
  /** Why graphs cannot be made or dropped; undefined when they can. */
  readonly readOnlyReason: string | undefined;
  readonly onChoose: (graph: string | null) => void;
  /** Called after a graph was made or dropped, with the graph to show then. */
  readonly onChanged: (graph: string | undefined) => void;
}

export function GraphMenu(props: GraphMenuProps) {
  const { client, graphs, graph, readOnlyReason, onChoose, onChanged } = props;
  const [creating, setCreating] = useState(false);
  const [dropping, setDropping] = useState<string | null>(null);
  const drop = async (name: string): Promise<void> => {
    try {
      await client.dropGraph(name);
    } catch (error) {
      throw new Error(`Failed to drop graph ${name}. ${errorText(error)}`, { cause: error });
    }
    toast.success(`Successfully dropped graph ${name}.`);
    onChanged(name === graph ? graphs.find((other) => other !== name) : (graph ?? undefined));
  };
  return (
    <>
      <GraphPicker
        graphs={graphs}
        graph={graph ?? null}
        withGlobal={graph !== undefined}
        onChoose={onChoose}
      />
      <Act label="New graph" refusal={readOnlyReason} onClick={() => setCreating(true)}>
        <IconPlus size={16} stroke={1.7} />
      </Act>
      {graph !== undefined && graph !== null && (
        <Act label={`Drop graph ${graph}`} refusal={readOnlyReason} onClick={() => setDropping(graph)}>
          <IconTrash size={16} stroke={1.7} />
        </Act>
      )}
      {creating && (
        <CreateGraphDialog
          client={client}
          graphs={graphs}
          onClose={() => setCreating(false)}
          onCreated={onChanged}
        />
      )}
      {dropping !== null && (
        <ConfirmDestructive
          opened
          onClose={() => setDropping(null)}
          title={`Drop graph ${dropping}?`}
          losses={[
            `The types that only ${dropping} has, with their data`,
            'Its loading jobs and its queries',
          ]}
          typeName={dropping}
          confirmLabel="Drop graph"
          onConfirm={() => drop(dropping)}
        />
      )}
    </>
  );
}

interface ActProps {
  readonly label: string;
  /** Why it cannot be done; undefined when it can. */
  readonly refusal: string | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Act({ label, refusal, onClick, children }: ActProps) {
  return (
    <Tooltip label={refusal ?? label}>
      <ActionIcon
        size={36}
        variant="default"
        aria-label={label}
        {...(refusal === undefined
          ? { onClick }
          : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': refusal })}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

export function CreateGraphDialog({
  client,
  graphs,
  onClose,
  onCreated,
}: {
  readonly client: WorkspaceClient;
  readonly graphs: readonly string[];
  readonly onClose: () => void;
  readonly onCreated: (graph: string) => void;
}) {
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const problem =
    name === ''
      ? null
      : (nameProblem('graph', name) ??
        (graphs.includes(name) ? `The graph name '${name}' is used already.` : null));
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name === '' || problem !== null || busy) return;
    setBusy(true);
    try {
      await client.createGraph(name);
      toast.success(`Successfully created graph ${name}.`);
      onCreated(name);
      onClose();
    } catch (error) {
      const text = `Failed to create graph ${name}. ${errorText(error)}`;
      setFailure(text);
      toast.error(text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Create graph" size={420}>
      <form onSubmit={(event) => void create(event)}>
        <TextInput
          label="Graph name"
          value={name}
          error={problem ?? failure}
          data-autofocus
          autoComplete="off"
          onChange={(event) => {
            setName(event.currentTarget.value.trim());
            setFailure(null);
          }}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name === '' || problem !== null} loading={busy}>
            Create
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
