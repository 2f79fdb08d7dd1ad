/** Chooses the graph being designed; makes and drops graphs (specification part 4, graph selector). */
import { t } from '@acacia/texts';
import { ActionIcon, Button, Group, Modal, Popover, TextInput, Tooltip } from '@mantine/core';
import {
  IconCheck,
  IconChevronDown,
  IconPlus,
  IconSearch,
  IconTopologyStar3,
  IconTrash,
} from '@tabler/icons-react';
import type { WorkspaceClient } from '@acacia/api-client';
import type { Workspace } from '@acacia/contract';
import { ActionButton, ConfirmDestructive, DiscardDialog, errorText, toast } from '@acacia/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { forgetLoadDraft } from '../../data/load-drafts.ts';
import { useServices } from '../../services/services.ts';
import { nameProblem } from './draft-problems.ts';
import classes from './Designer.module.css';

/** Number of graphs above which the list is searched. */
const SEARCH_FROM = 8;

export interface GraphMenuProps {
  readonly workspace: Pick<Workspace, 'workgroup_id' | 'workspace_id'>;
  readonly client: WorkspaceClient;
  readonly graphs: readonly string[];
  /** null: the global scope; undefined: there is no graph. */
  readonly graph: string | null | undefined;
  /** Why graphs cannot be made; undefined when they can. */
  readonly createRefusal: string | undefined;
  /** Why a graph cannot be dropped; undefined when it can. */
  readonly dropRefusal: (graph: string) => string | undefined;
  /** Whether changes of the shown graph are lost when another one is shown. */
  readonly isUnsaved: () => boolean;
  readonly onChoose: (graph: string | null) => void;
  /** Called after a graph was made; the person has agreed to lose changes that are not saved. */
  readonly onCreated: (graph: string) => void;
  /** Called after a graph was dropped, with the graph to show then. */
  readonly onDropped: (shown: string | null) => void;
}

export function GraphMenu(props: GraphMenuProps) {
  const { workspace, client, graphs, graph, createRefusal, dropRefusal, onChoose } = props;
  const { cloud } = useServices();
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState('');
  const [creating, setCreating] = useState<'asking' | 'naming' | null>(null);
  const [dropping, setDropping] = useState<string | null>(null);
  const drop = async (name: string): Promise<void> => {
    try {
      await client.dropGraph(name);
    } catch (error) {
      const text = t`Failed to drop graph ${name}. ${errorText(error)}`;
      toast.error(text);
      throw new Error(text, { cause: error });
    }
    toast.success(t`Successfully dropped graph ${name}.`);
    forgetLoadDraft(cloud, workspace, name).catch((error: unknown) =>
      toast.error(t`Your unfinished load into ${name} could not be removed. ${errorText(error)}`),
    );
    props.onDropped(name === graph ? (graphs.find((other) => other !== name) ?? null) : (graph ?? null));
  };
  const leave = (then: () => void): void => {
    setOpened(false);
    setWanted('');
    then();
  };
  const text = wanted.trim().toLowerCase();
  const found = graphs.filter((name) => name.toLowerCase().includes(text)).toSorted();
  const choice = (name: string | null) => (
    <button
      type="button"
      className={classes.graph}
      aria-current={name === graph}
      onClick={() => leave(() => name !== graph && onChoose(name))}
    >
      <span className={classes.graphName}>{name ?? 'Global'}</span>
      {name === graph && <IconCheck size={14} aria-hidden="true" />}
    </button>
  );
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        width={300}
        position="bottom-start"
        trapFocus
        withRoles={false}
      >
        <Popover.Target>
          <Button
            variant="default"
            w={260}
            justify="space-between"
            styles={{ label: { flex: 1, textAlign: 'start' } }}
            leftSection={<IconTopologyStar3 size={15} stroke={1.7} />}
            rightSection={<IconChevronDown size={15} />}
            aria-label={`Graph: ${graph === undefined ? 'none' : (graph ?? 'Global')}`}
            aria-haspopup="dialog"
            aria-expanded={opened}
            title={graph ?? 'Global'}
            onClick={() => setOpened(!opened)}
          >
            {graph === undefined ? 'No graph yet' : (graph ?? 'Global')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label="Graphs">
          {graphs.length > SEARCH_FROM && (
            <TextInput
              size="xs"
              mb={6}
              leftSection={<IconSearch size={14} />}
              placeholder="Search graphs"
              aria-label="Search graphs"
              value={wanted}
              onChange={(event) => setWanted(event.currentTarget.value)}
            />
          )}
          <ul className={classes.graphs}>
            {text === '' && <li>{choice(null)}</li>}
            {found.map((name) => (
              <li key={name}>
                {choice(name)}
                <Act
                  label={`Drop graph ${name}`}
                  refusal={dropRefusal(name)}
                  onClick={() => leave(() => setDropping(name))}
                >
                  <IconTrash size={15} stroke={1.7} />
                </Act>
              </li>
            ))}
          </ul>
          {text !== '' && found.length === 0 && <p className={classes.nothing}>No graph of that name.</p>}
          <ActionButton
            fullWidth
            mt={6}
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            disabledReason={createRefusal}
            onClick={() => leave(() => setCreating(props.isUnsaved() ? 'asking' : 'naming'))}
          >
            Create new graph
          </ActionButton>
        </Popover.Dropdown>
      </Popover>
      <DiscardDialog
        opened={creating === 'asking'}
        onKeep={() => setCreating(null)}
        onDiscard={() => setCreating('naming')}
      >
        The new graph is shown once it is created, and your unsaved changes are lost then. Do you still want
        to create one?
      </DiscardDialog>
      {creating === 'naming' && (
        <CreateGraphDialog
          client={client}
          graphs={graphs}
          onClose={() => setCreating(null)}
          onCreated={props.onCreated}
        />
      )}
      {dropping !== null && (
        <ConfirmDestructive
          opened
          onClose={() => setDropping(null)}
          title={`Drop graph ${dropping}?`}
          losses={[
            t`The types that only ${dropping} has, with their data`,
            t`Its loading jobs and its queries`,
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
        size={28}
        variant="subtle"
        color="gray"
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
        (graphs.includes(name) ? t`The graph name '${name}' is used already.` : null));
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name === '' || problem !== null || busy) return;
    setBusy(true);
    try {
      await client.createGraph(name);
      toast.success(t`Successfully created graph ${name}.`);
      onCreated(name);
      onClose();
    } catch (error) {
      const text = t`Failed to create graph ${name}. ${errorText(error)}`;
      setFailure(text);
      toast.error(text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Create new graph" size={420}>
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
