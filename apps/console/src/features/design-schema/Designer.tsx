/** The schema designer of one graph: canvas, editors at the right, history, save. */
import { ActionIcon, Button, Group, Kbd, Popover, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowRight,
  IconCircle,
  IconKeyboard,
  IconTrash,
} from '@tabler/icons-react';
import type { WorkspaceClient } from '@acacia/api-client';
import { ActionButton, ConfirmDestructive, DiscardDialog, EmptyState, errorText, toast } from '@acacia/ui';
import type { GraphStyle } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import { useCallback, useMemo, useState } from 'react';
import { placeTypes, type Point } from './canvas-layout.ts';
import { changeBetween, draftOf, isEmptyChange, losses, type Draft, type DraftVertex } from './draft.ts';
import {
  addEdge,
  addVertex,
  historyOf,
  record,
  redo,
  removeTypes,
  undo,
  updateEdge,
  updateVertex,
} from './draft-edits.ts';
import { problemsOf } from './draft-problems.ts';
import { typeColors } from '../workspace-tool/type-colors.ts';
import { saveChange } from './save-draft.ts';
import { SchemaCanvas } from './SchemaCanvas.tsx';
import { EdgePanel, VertexPanel } from './TypePanel.tsx';
import classes from './Designer.module.css';

/** The specification's limit of a drawn schema (part 4, section 2). */
const MOST_ELEMENTS = 5000;

export interface DesignerProps {
  readonly client: WorkspaceClient;
  readonly graph: string;
  readonly schema: GraphSchema;
  /** Positions and colours by type name, as kept with the graph. */
  readonly style: GraphStyle;
  readonly readOnlyReason: string | undefined;
  /** Called when the schema was saved; the schema is read again then. */
  readonly onSaved: () => Promise<void>;
}

const SHORTCUTS: readonly (readonly [string, string])[] = [
  ['Drag from the dot at a box', 'Create an edge type'],
  ['Ctrl/Cmd + Z', 'Undo'],
  ['Ctrl/Cmd + Shift + Z', 'Redo'],
  ['Ctrl/Cmd + S', 'Save'],
  ['Delete or Backspace', 'Delete what is selected'],
  ['Shift + click', 'Select several'],
  ['Escape', 'Close the panel'],
];

export function Designer(props: DesignerProps) {
  const { client, graph, schema, style, readOnlyReason, onSaved } = props;
  const readOnly = readOnlyReason !== undefined;
  const saved = useMemo(
    () =>
      draftOf(
        schema,
        typeColors(
          schema.vertexTypes.map(({ name }) => name),
          style,
        ).vertex,
      ),
    [schema, style],
  );
  const [history, setHistory] = useState(() => historyOf(saved));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [moved, setMoved] = useState<ReadonlyMap<string, Point>>(new Map());
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const draft = history.present;

  const positions = useMemo(() => {
    const known = new Map<string, Point>();
    for (const vertex of draft.vertices) {
      const { x, y } = moved.get(vertex.key) ?? style.vertexStyles[vertex.name] ?? {};
      if (x !== undefined && y !== undefined) known.set(vertex.key, { x, y });
    }
    return placeTypes(
      draft.vertices.map(({ key }) => key),
      known,
    );
  }, [draft.vertices, moved, style]);
  const problems = useMemo(() => problemsOf(draft), [draft]);
  const faulty = useMemo(() => new Set(problems.map(({ type }) => type)), [problems]);
  const change = useMemo(() => changeBetween(saved, draft), [saved, draft]);
  const lost = losses(change);
  const dirty = !isEmptyChange(change);

  const leaving = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });

  /** The field being typed into: consecutive keystrokes in one field are one step of the history. */
  const [typingIn, setTypingIn] = useState<string | null>(null);
  const edit = useCallback(
    (next: Draft, typing: string | null = null): void => {
      setHistory((current) => record(current, next, typing !== null && typing === typingIn));
      setTypingIn(typing);
    },
    [typingIn],
  );

  const createVertex = (): void => {
    const { draft: next, key } = addVertex(draft);
    edit(next);
    setSelected(new Set([key]));
  };
  const createEdge = (from: string, to: string): void => {
    const { draft: next, key } = addEdge(draft, from, to);
    edit(next);
    setSelected(new Set([key]));
  };
  const removeSelected = (): void => {
    if (readOnly || selected.size === 0) return;
    edit(removeTypes(draft, selected));
    setSelected(new Set());
  };

  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveChange(client, graph, change);
      const vertexStyles = Object.fromEntries(
        draft.vertices.map(({ key, name, color }) => [
          name,
          { ...style.vertexStyles[name], ...positions.get(key), fillColor: color },
        ]),
      );
      await client.saveGraphStyle(graph, { ...style, vertexStyles });
      toast.success('Successfully saved the schema!');
      await onSaved();
    } catch (error) {
      throw new Error(`Failed to save the schema. ${errorText(error)}`, { cause: error });
    } finally {
      setBusy(false);
    }
  };
  const blocked =
    readOnlyReason ??
    (dirty ? undefined : 'There are no changes to save.') ??
    (problems.length === 0 ? undefined : problems[0]?.message);
  const startSave = (): void => {
    if (blocked !== undefined || busy) return;
    if (lost.length > 0) setConfirming(true);
    else save().catch((error: unknown) => toast.error(error));
  };

  useHotkeys(
    [
      ['mod+Z', () => setHistory(undo)],
      ['mod+shift+Z', () => setHistory(redo)],
      ['mod+S', startSave],
      ['Delete', removeSelected],
      ['Backspace', removeSelected],
      ['Escape', () => setSelected(new Set())],
    ],
    ['INPUT', 'TEXTAREA', 'SELECT'],
  );

  const [first] = selected;
  const vertex = selected.size === 1 ? draft.vertices.find(({ key }) => key === first) : undefined;
  const edge = selected.size === 1 ? draft.edges.find(({ key }) => key === first) : undefined;
  const panel = { draft, problems, readOnly, onClose: () => setSelected(new Set()) };
  const tooLarge = draft.vertices.length + draft.edges.length > MOST_ELEMENTS;

  return (
    <div className={classes.designer}>
      <div className={classes.toolbar} role="toolbar" aria-label="Schema">
        <Group gap={4}>
          <Tooltip label="Undo">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Undo"
              disabled={history.past.length === 0}
              onClick={() => setHistory(undo)}
            >
              <IconArrowBackUp size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Redo">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Redo"
              disabled={history.future.length === 0}
              onClick={() => setHistory(redo)}
            >
              <IconArrowForwardUp size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Delete what is selected">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Delete selection"
              disabled={readOnly || selected.size === 0}
              onClick={removeSelected}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Tooltip>
        </Group>
        <ActionButton
          variant="default"
          leftSection={<IconCircle size={15} />}
          disabledReason={readOnlyReason}
          onClick={createVertex}
        >
          Create vertex
        </ActionButton>
        <ActionButton
          variant="default"
          leftSection={<IconArrowRight size={15} />}
          disabledReason={
            readOnlyReason ??
            (draft.vertices.length === 0 ? 'An edge type joins vertex types: create one first.' : undefined)
          }
          onClick={() => {
            const from = draft.vertices.find(({ key }) => selected.has(key)) ?? draft.vertices[0];
            const to = draft.vertices.find(({ key }) => selected.has(key) && key !== from?.key) ?? from;
            if (from !== undefined && to !== undefined) createEdge(from.key, to.key);
          }}
        >
          Create edge
        </ActionButton>
        <span className={classes.spacer} />
        {dirty && <span className={classes.dirty}>You have not saved your changes to the schema.</span>}
        <Popover position="bottom-end" width={340}>
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" aria-label="Shortcuts">
              <IconKeyboard size={18} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <dl className={classes.shortcuts}>
              {SHORTCUTS.map(([keys, what]) => (
                <div key={keys}>
                  <dt>
                    <Kbd size="xs">{keys}</Kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </Popover.Dropdown>
        </Popover>
        <ActionButton disabledReason={blocked} loading={busy} onClick={startSave}>
          Save
        </ActionButton>
      </div>
      <div className={classes.work}>
        <nav className={classes.types} aria-label="Types">
          <TypeList title="Vertex types" items={draft.vertices} selected={selected} onSelect={setSelected} />
          <TypeList title="Edge types" items={draft.edges} selected={selected} onSelect={setSelected} />
        </nav>
        <div className={classes.canvas}>
          {tooLarge ? (
            <EmptyState
              title="Can not render schema"
              description="The graph's size exceeds the limitation. The graph will not be rendered."
            />
          ) : draft.vertices.length === 0 ? (
            <EmptyState
              title="This graph has no types yet"
              description={
                readOnlyReason ??
                'Create a vertex type for each kind of thing, then join them with edge types.'
              }
              action={
                readOnly ? undefined : (
                  <Button leftSection={<IconCircle size={15} />} onClick={createVertex}>
                    Create vertex
                  </Button>
                )
              }
            />
          ) : (
            <SchemaCanvas
              draft={draft}
              positions={positions}
              selected={selected}
              faulty={faulty}
              readOnly={readOnly}
              onSelect={setSelected}
              onMove={(key, position) => setMoved((current) => new Map(current).set(key, position))}
              onConnect={createEdge}
            />
          )}
        </div>
        {vertex !== undefined && (
          <VertexPanel
            key={vertex.key}
            {...panel}
            vertex={vertex}
            onChange={(patch, typing) =>
              edit(
                updateVertex(draft, vertex.key, patch),
                typing ? `${vertex.key} ${Object.keys(patch).join(' ')}` : null,
              )
            }
          />
        )}
        {edge !== undefined && (
          <EdgePanel
            key={edge.key}
            {...panel}
            edge={edge}
            onChange={(patch, typing) =>
              edit(
                updateEdge(draft, edge.key, patch),
                typing ? `${edge.key} ${Object.keys(patch).join(' ')}` : null,
              )
            }
          />
        )}
      </div>
      {confirming && (
        <ConfirmDestructive
          opened
          onClose={() => setConfirming(false)}
          title="Save and erase data?"
          losses={lost}
          acknowledgements={['I understand that this data is erased.']}
          confirmLabel="Save"
          onConfirm={save}
        />
      )}
      <DiscardDialog
        opened={leaving.status === 'blocked'}
        onKeep={() => leaving.reset?.()}
        onDiscard={() => leaving.proceed?.()}
      >
        You have not saved your changes to the schema.
      </DiscardDialog>
    </div>
  );
}

function TypeList({
  title,
  items,
  selected,
  onSelect,
}: {
  readonly title: string;
  readonly items: readonly (Pick<DraftVertex, 'key' | 'name' | 'saved'> & { readonly color?: string })[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
}) {
  return (
    <section>
      <h2 className={classes.listTitle}>
        {title} <span>{items.length}</span>
      </h2>
      <ul className={classes.list}>
        {items.map(({ key, name, saved, color }) => (
          <li key={key}>
            <button type="button" aria-pressed={selected.has(key)} onClick={() => onSelect(new Set([key]))}>
              {color !== undefined && (
                <span className={classes.dot} style={{ background: color }} aria-hidden="true" />
              )}
              <span className={classes.listName}>{name}</span>
              {!saved && <span className={classes.new}>new</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
