/** The schema designer of one graph: canvas, editors at the right, history, save. Its state is in `designer-state.ts`. */
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { IconCircle } from '@tabler/icons-react';
import type { WorkspaceClient } from '@acacia/api-client';
import { ConfirmDestructive, DiscardDialog, EmptyState, errorText, toast } from '@acacia/ui';
import type { GraphStyle } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import { useEffect, useMemo, useReducer } from 'react';
import { placeTypes, type Point } from './canvas-layout.ts';
import { design, designOf } from './designer-state.ts';
import { DesignerToolbar } from './DesignerToolbar.tsx';
import { changeBetween, draftOf, isEmptyChange, losses } from './draft.ts';
import { newKey } from './draft-edits.ts';
import { problemsOf } from './draft-problems.ts';
import { typeColors } from '../workspace-tool/type-colors.ts';
import { saveChange, saveLooks } from './save-draft.ts';
import { SchemaCanvas } from './SchemaCanvas.tsx';
import { TypeList } from './TypeList.tsx';
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

export function Designer(props: DesignerProps) {
  const { client, graph, schema, style, onSaved } = props;
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
  const [state, dispatch] = useReducer(design, saved, designOf);
  useEffect(() => dispatch({ kind: 'read', saved }), [saved]);
  const { selected, moved, saving } = state;
  const draft = state.history.present;

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
  const change = useMemo(() => changeBetween(state.saved, draft), [state.saved, draft]);
  const lost = losses(change);
  const dirty = !isEmptyChange(change);
  const readOnlyReason = props.readOnlyReason ?? (saving ? 'The schema is being saved.' : undefined);
  const readOnly = readOnlyReason !== undefined;
  const saveRefusal =
    props.readOnlyReason ??
    (dirty ? undefined : 'There are no changes to save.') ??
    (problems.length === 0 ? undefined : problems[0]?.message);

  const leaving = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });

  const save = async (): Promise<void> => {
    dispatch({ kind: 'saveStarted' });
    try {
      await saveChange(client, graph, change);
    } catch (error) {
      dispatch({ kind: 'saveEnded' });
      throw new Error(`Failed to save the schema. ${errorText(error)}`, { cause: error });
    }
    try {
      await saveLooks(client, graph, style, draft.vertices, positions);
      toast.success('Successfully saved the schema!');
    } catch (error) {
      toast.error(
        `The schema is saved, but the positions and colours of its types are not. ${errorText(error)}`,
      );
    }
    await onSaved();
    dispatch({ kind: 'saveEnded' });
  };
  const startSave = (): void => {
    if (saveRefusal !== undefined || saving) return;
    if (lost.length > 0) dispatch({ kind: 'confirm' });
    else save().catch((error: unknown) => toast.error(error));
  };
  const select = (keys: ReadonlySet<string>): void => dispatch({ kind: 'select', keys });
  const close = (): void => select(new Set());
  const undo = (): void => dispatch({ kind: 'undo' });
  const redo = (): void => dispatch({ kind: 'redo' });
  const remove = (): void => {
    if (!readOnly) dispatch({ kind: 'removeSelected' });
  };
  const createVertex = (): void => dispatch({ kind: 'createVertex', key: newKey('vertex') });

  useHotkeys(
    [
      ['mod+Z', undo],
      ['mod+shift+Z', redo],
      ['mod+S', startSave],
      ['Delete', remove],
      ['Backspace', remove],
      ['Escape', close],
    ],
    ['INPUT', 'TEXTAREA', 'SELECT'],
  );

  const [first] = selected;
  const vertex = selected.size === 1 ? draft.vertices.find(({ key }) => key === first) : undefined;
  const edge = selected.size === 1 ? draft.edges.find(({ key }) => key === first) : undefined;
  const panel = { draft, problems, readOnly, onClose: close };
  const tooLarge = draft.vertices.length + draft.edges.length > MOST_ELEMENTS;

  return (
    <div className={classes.designer}>
      <DesignerToolbar
        state={state}
        dirty={dirty}
        readOnlyReason={readOnlyReason}
        saveRefusal={saveRefusal}
        onUndo={undo}
        onRedo={redo}
        onRemove={remove}
        onCreateVertex={createVertex}
        onCreateEdge={() => dispatch({ kind: 'createEdge', key: newKey('edge'), ends: null })}
        onSave={startSave}
      />
      <div className={classes.work}>
        <nav className={classes.types} aria-label="Types">
          <TypeList title="Vertex types" items={draft.vertices} selected={selected} onSelect={select} />
          <TypeList title="Edge types" items={draft.edges} selected={selected} onSelect={select} />
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
              onSelect={select}
              onMove={(key, position) => dispatch({ kind: 'move', key, position })}
              onConnect={(from, to) =>
                dispatch({ kind: 'createEdge', key: newKey('edge'), ends: { from, to } })
              }
            />
          )}
        </div>
        {vertex !== undefined && (
          <VertexPanel
            key={vertex.key}
            {...panel}
            vertex={vertex}
            onChange={(patch, field) => dispatch({ kind: 'changeVertex', key: vertex.key, patch, field })}
          />
        )}
        {edge !== undefined && (
          <EdgePanel
            key={edge.key}
            {...panel}
            edge={edge}
            onChange={(patch, field) => dispatch({ kind: 'changeEdge', key: edge.key, patch, field })}
          />
        )}
      </div>
      {state.confirming && (
        <ConfirmDestructive
          opened
          onClose={() => dispatch({ kind: 'dismiss' })}
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
