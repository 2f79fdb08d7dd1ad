/** The saved exploration on the canvas: its name and state, and what can be done with saved explorations. */
import { t } from '@acacia/texts';
import { fileNameProblem, normalFileName, type ExplorationEntry } from '@acacia/contract';
import {
  ConfirmDestructive,
  EmptyState,
  errorText,
  formatNumber,
  RelativeTime,
  Tag,
  toast,
} from '@acacia/ui';
import { Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkFilled,
  IconChevronDown,
  IconDeviceFloppy,
  IconFilePlus,
  IconFolderOpen,
  IconPencil,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useServices } from '../../../services/services.ts';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { formCall, type FormCall } from '../../../shell/copy-as/form-call.ts';
import { ShareDialog } from '../../editor/files/ShareDialog.tsx';
import classes from '../explore.module.css';
import { explorationKeys, type WorkspaceIds } from './explorations.ts';
import type { Saved } from './useSaved.ts';

interface SavedMenuProps {
  readonly params: WorkspaceIds;
  readonly saved: Saved;
  /** There is nothing on the canvas. */
  readonly empty: boolean;
}

type Asking =
  | { readonly kind: 'saveAs'; readonly name: string }
  | { readonly kind: 'open' }
  | { readonly kind: 'rename' | 'share' | 'delete'; readonly entry: ExplorationEntry };

function linkTo({ exploration_id, graph }: ExplorationEntry): string {
  const link = new URL(window.location.href);
  link.searchParams.set('graph_name', graph);
  link.searchParams.set('exploration', exploration_id);
  link.searchParams.delete('seeds');
  return link.href;
}

/** Says who may change it, to those who may not. */
function refusalOf(entry: ExplorationEntry | undefined, need: 'edit' | 'owner'): string | undefined {
  if (entry === undefined || entry.permission === 'owner' || entry.permission === need) return undefined;
  const owner = entry.owner.name || entry.owner.email;
  return need === 'owner'
    ? t`Only its owner, ${owner}, can do this.`
    : t`${owner} shares it for viewing only.`;
}

export function SavedMenu({ params, saved, empty }: SavedMenuProps) {
  const { cloud } = useServices();
  const [asking, setAsking] = useState<Asking | null>(null);
  const { entry, mark, isGone } = saved;
  const close = () => setAsking(null);
  const noEdit = refusalOf(entry, 'edit');
  const noOwner = refusalOf(entry, 'owner');
  const isChanged = mark?.changed === true;
  const name = entry?.name ?? (mark === null ? t`Not saved` : t`Saved exploration`);
  const save = () => {
    if (entry === undefined) setAsking({ kind: 'saveAs', name: '' });
    else saved.save().catch(toast.error);
  };
  return (
    <>
      <Menu position="bottom-start" width={250}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            maw={280}
            leftSection={
              mark === null ? <IconBookmark size={15} /> : <IconBookmarkFilled size={15} aria-hidden />
            }
            rightSection={<IconChevronDown size={13} />}
            aria-label={`Exploration: ${name}${isChanged ? ', changed' : ''}`}
          >
            {name}
            {isChanged ? ' •' : ''}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconDeviceFloppy size={14} />}
            disabled={empty || saved.busy || noEdit !== undefined || (mark !== null && !isChanged && !isGone)}
            onClick={save}
          >
            {mark === null || isGone ? 'Save …' : 'Save'}
          </Menu.Item>
          {noEdit !== undefined && <Menu.Label>{noEdit}</Menu.Label>}
          {mark !== null && (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={14} />}
              disabled={empty || saved.busy}
              onClick={() => setAsking({ kind: 'saveAs', name: t`${name} copy` })}
            >
              Save a copy …
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconFolderOpen size={14} />} onClick={() => setAsking({ kind: 'open' })}>
            Open …
          </Menu.Item>
          {entry !== undefined && (
            <>
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconShare size={14} />}
                disabled={noOwner !== undefined}
                onClick={() => setAsking({ kind: 'share', entry })}
              >
                Share …
              </Menu.Item>
              <Menu.Item
                leftSection={<IconPencil size={14} />}
                disabled={noOwner !== undefined}
                onClick={() => setAsking({ kind: 'rename', entry })}
              >
                Rename …
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={14} />}
                color="red"
                disabled={noOwner !== undefined}
                onClick={() => setAsking({ kind: 'delete', entry })}
              >
                Delete …
              </Menu.Item>
              {noOwner !== undefined && <Menu.Label>{noOwner}</Menu.Label>}
            </>
          )}
          {mark !== null && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconFilePlus size={14} />} onClick={saved.leave}>
                Go on without saving to it
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking?.kind === 'saveAs' && (
        <NameDialog
          title="Save exploration"
          name={asking.name}
          action="Save"
          onDone={saved.saveAs}
          callOf={saved.saveAsCall}
          onClose={close}
        />
      )}
      {asking?.kind === 'rename' && (
        <NameDialog
          title="Rename exploration"
          name={asking.entry.name}
          action="Rename"
          onDone={(next) => saved.rename(asking.entry, next)}
          callOf={(next) => saved.renameCall(asking.entry, next)}
          onClose={close}
        />
      )}
      {asking?.kind === 'open' && <OpenDialog saved={saved} onClose={close} />}
      {asking?.kind === 'share' && (
        <ShareDialog
          name={asking.entry.name}
          owner={asking.entry.owner}
          link={linkTo(asking.entry)}
          note="The link opens for those who may."
          everybody={() => t`Everybody who uses the workspace`}
          shareKey={explorationKeys.shares(params.workspace_id, asking.entry.exploration_id)}
          list={(signal) =>
            cloud.listExplorationShares({
              params: { ...params, exploration_id: asking.entry.exploration_id },
              signal,
            })
          }
          share={(body) =>
            formCall('shareExploration', {
              params: { ...params, exploration_id: asking.entry.exploration_id },
              body,
            })
          }
          onChanged={async () => undefined}
          onClose={close}
        />
      )}
      {asking?.kind === 'delete' && (
        <ConfirmDestructive
          opened
          title={`Delete ${asking.entry.name}?`}
          losses={[
            t`The saved exploration, its comments and its shares.`,
            ...(asking.entry.is_shared ? [t`Others that it is shared with lose it too.`] : []),
          ]}
          description="The vertices and edges stay in the graph, and on your canvas."
          confirmLabel="Delete"
          onClose={close}
          onConfirm={() => saved.remove(asking.entry)}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly action: string;
  readonly onDone: (name: string) => Promise<void>;
  readonly callOf: (name: string) => FormCall;
  readonly onClose: () => void;
}

function NameDialog({ title, name: first, action, onDone, callOf, onClose }: NameDialogProps) {
  const [name, setName] = useState(first);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = fileNameProblem(name);
    if (busy) return;
    if (problem !== null) {
      setFailure(problem);
      return;
    }
    setBusy(true);
    try {
      await onDone(normalFileName(name));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title} size={420}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            data-autofocus
            value={name}
            error={failure}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setFailure(undefined);
            }}
          />
          <Group justify="flex-end" gap="xs">
            {fileNameProblem(name) === null && <CopyAs calls={() => [callOf(normalFileName(name))]} />}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function OpenDialog({ saved, onClose }: { readonly saved: Saved; readonly onClose: () => void }) {
  const [wanted, setWanted] = useState('');
  const [failure, setFailure] = useState<string>();
  const words = wanted.trim().toLowerCase();
  const found = saved.entries.filter(({ name, owner }) =>
    `${name} ${owner.name} ${owner.email}`.toLowerCase().includes(words),
  );
  const open = async (id: string) => {
    try {
      await saved.open(id);
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <Modal opened onClose={onClose} title="Open exploration" size={560}>
      {saved.entries.length === 0 ? (
        <EmptyState
          compact
          icon={<IconBookmark size={22} stroke={1.6} />}
          title="Nothing saved yet"
          description="What you save of this graph, and what others share with you, is listed here."
        />
      ) : (
        <Stack gap="sm">
          {saved.mark?.changed === true && (
            <p className={classes.note}>
              The changes of the canvas since the last save are replaced; Undo brings them back.
            </p>
          )}
          <TextInput
            label="Find"
            data-autofocus
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
          {failure !== undefined && (
            <p role="alert" className={classes.problem}>
              {failure}
            </p>
          )}
          <ul className={classes.openList} aria-label="Saved explorations">
            {found.map((entry) => (
              <li key={entry.exploration_id}>
                <button type="button" disabled={saved.busy} onClick={() => void open(entry.exploration_id)}>
                  <strong>{entry.name}</strong>
                  {entry.permission !== 'owner' && (
                    <Tag>
                      {entry.owner.name || entry.owner.email}
                      {entry.permission === 'view' ? ', view only' : ''}
                    </Tag>
                  )}
                  <span className={classes.note}>
                    {formatNumber(entry.vertices)} vertices · {formatNumber(entry.edges)} edges
                    {entry.comments > 0 ? ` · ${formatNumber(entry.comments)} comments` : ''} · saved{' '}
                    <RelativeTime at={entry.updated_at} />
                    {entry.updated_by === '' ? '' : ` by ${entry.updated_by}`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className={classes.note}>None has these words.</p>}
        </Stack>
      )}
    </Modal>
  );
}
