/** The schema designer of one graph: canvas, editors at the right, history, save. Its state is in `designer-state.ts`. */
import { Button, Modal } from '@mantine/core';
import { useFullscreenElement, useHotkeys } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { IconCircle } from '@tabler/icons-react';
import type { WorkspaceClient } from '@acacia/api-client';
import { ConfirmDestructive, DiscardDialog, EmptyState, errorText, toast } from '@acacia/ui';
import type { GraphSchema } from '@acacia/language';
import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { design, designOf, foreignOf } from './designer-state.ts';
import { DesignerToolbar } from './DesignerToolbar.tsx';
import { draftOf, type DraftEdge, type DraftLooks, type DraftVertex } from './draft.ts';
import {
  changeBetween,
  isEmptyChange,
  isEmptyLook,
  looksBetween,
  losses,
  withAllColors,
} from './draft-change.ts';
import { newKey } from './draft-edits.ts';
import { placeOf, problemsOf } from './draft-problems.ts';
import { GlobalTypes } from './GlobalTypes.tsx';
import { layoutKey, layoutOf } from './layout/layout-of-draft.ts';
import type { Point } from './layout/shapes.ts';
import { useArrangement } from './layout/useArrangement.ts';
import { Effects, ReviewDialog } from './ReviewChange.tsx';
import { saveChange, saveLooks } from './save-draft.ts';
import { Shortcuts } from './Shortcuts.tsx';
import { SchemaCanvas, type CanvasHandle } from './SchemaCanvas.tsx';
import { TypeList } from './TypeList.tsx';
import { EdgePanel, VertexPanel } from './TypePanel.tsx';
import classes from './Designer.module.css';

/** The specification's limit of a drawn schema (part 4, section 2). */
const MOST_ELEMENTS = 5000;

const UNSAVED_SCHEMA = 'You have not saved your changes to the schema.';
const UNSAVED_STYLE = 'You have not saved your changes to the schema style.';
const SWITCH = 'You have unsaved changes that will be lost. Do you still want to switch the graph?';

export interface DesignerProps {
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  /** null: the global scope. */
  readonly graph: string | null;
  readonly schema: GraphSchema;
  readonly looks: DraftLooks;
  /** Graphs that use a type of the global scope; none in the designer of a graph. */
  readonly usersOf: (type: string) => readonly string[];
  readonly readOnlyReason: string | undefined;
  /** Why this workspace has no vectors; undefined when it has. */
  readonly vectorRefusal: string | undefined;
  /** Called when the schema or its style was saved; resolves when they were read again. */
  readonly onSaved: () => Promise<void>;
}

export function Designer(props: DesignerProps) {
  const { client, graph, schema, looks, usersOf, onSaved } = props;
  const saved = useMemo(() => draftOf(schema, looks), [schema, looks]);
  const [state, dispatch] = useReducer(design, saved, designOf);
  const { selected, saving } = state;
  useEffect(() => dispatch({ kind: 'read', saved }), [saved, saving]);
  const draft = state.history.present;
  const canvas = useRef<CanvasHandle>(null);
  const { ref: fullRef, toggle: toggleFull, fullscreen } = useFullscreenElement();
  /** A new type to which the view goes once it is drawn. */
  const [goal, setGoal] = useState<string | null>(null);
  const [reviewing, setReviewing] = useState(false);
  const [kept, setKept] = useState<readonly (DraftVertex | DraftEdge)[]>([]);

  // The drawing and the list follow the typing: a key is answered before a large schema is drawn anew.
  const shown = useDeferredValue(draft);
  const tooLarge = shown.vertices.length + shown.edges.length > MOST_ELEMENTS;
  const key = useMemo(() => (tooLarge ? '' : layoutKey(shown)), [shown, tooLarge]);
  const [layout, setLayout] = useState(() => ({ key, input: layoutOf(tooLarge ? EMPTY : shown) }));
  if (layout.key !== key) setLayout({ key, input: layoutOf(tooLarge ? EMPTY : shown) });
  const arrangement = useArrangement(layout.input);
  useEffect(() => {
    if (arrangement !== undefined) dispatch({ kind: 'arranged', places: arrangement.positions });
  }, [arrangement]);
  useEffect(() => {
    if (goal === null || ![...shown.vertices, ...shown.edges].some((type) => type.key === goal)) return;
    canvas.current?.show(new Set([goal]));
    setGoal(null);
  }, [goal, shown, arrangement]);

  const problems = useMemo(
    () => [...problemsOf(draft), ...(state.failure === null ? [] : [state.failure])],
    [draft, state.failure],
  );
  const faults = problems.map(({ type }) => type).join(' ');
  const faulty = useMemo(() => new Set(faults.split(' ')), [faults]);
  const change = useMemo(() => changeBetween(state.saved, draft), [state.saved, draft]);
  const look = useMemo(() => looksBetween(state.saved, draft), [state.saved, draft]);
  const lost = losses(change);
  const isSchemaChanged = !isEmptyChange(change);
  // What was stored is only read again: nothing is lost by leaving meanwhile.
  const isStored = saving && state.stored;
  const unsaved =
    isStored || (!isSchemaChanged && isEmptyLook(look))
      ? undefined
      : isSchemaChanged
        ? UNSAVED_SCHEMA
        : UNSAVED_STYLE;
  const dirty = unsaved !== undefined;
  const readOnlyReason = props.readOnlyReason ?? (saving ? 'The schema is being saved.' : undefined);
  const readOnly = readOnlyReason !== undefined;
  const saveRefusal =
    props.readOnlyReason ??
    (dirty ? undefined : 'There are no changes to save.') ??
    problems.find((problem) => problem !== state.failure)?.message;

  const leaving = useBlocker({
    shouldBlockFn: () => dirty && props.readOnlyReason === undefined,
    enableBeforeUnload: () => dirty && props.readOnlyReason === undefined,
    withResolver: true,
  });

  const failed = (text: string, error: unknown): Error => {
    dispatch({ kind: 'saveFailed', failure: placeOf(draft, errorText(error)) ?? null });
    return new Error(`${text} ${errorText(error)}`, { cause: error });
  };
  const save = async (): Promise<void> => {
    dispatch({ kind: 'saveStarted' });
    if (isSchemaChanged) {
      try {
        await saveChange(client, graph, change);
      } catch (error) {
        throw failed('Failed to save the schema.', error);
      }
    }
    try {
      await saveLooks(client, graph, (style) => (isSchemaChanged ? withAllColors(look, draft, style) : look));
      dispatch({ kind: 'saveStored' });
      toast.success(
        isSchemaChanged ? 'Successfully saved the schema!' : 'Successfully saved the schema style!',
      );
    } catch (error) {
      if (!isSchemaChanged) throw failed('Failed to save the schema style.', error);
      dispatch({ kind: 'saveStored' });
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
  const select = useCallback(
    (keys: ReadonlySet<string>): void => dispatch({ kind: 'select', keys }),
    [dispatch],
  );
  const pick = useCallback(
    (type: string, several: boolean): void => {
      const keys = new Set(several ? selected : []);
      if (several && selected.has(type)) keys.delete(type);
      else keys.add(type);
      select(keys);
      canvas.current?.show(keys);
    },
    [select, selected],
  );
  const close = (): void => select(NOTHING);
  const undo = (): void => dispatch({ kind: 'undo' });
  const redo = (): void => dispatch({ kind: 'redo' });
  const remove = (): void => {
    if (readOnly || selected.size === 0) return;
    const used = [...draft.vertices, ...draft.edges].filter(
      (type) => selected.has(type.key) && type.saved && usersOf(type.name).length > 0,
    );
    const refused = [...foreignOf(state), ...used];
    if (refused.length > 0) setKept(refused);
    else dispatch({ kind: 'removeSelected' });
  };
  const createVertex = (position: Point | null): void => {
    const made = newKey('vertex');
    dispatch({ kind: 'createVertex', key: made, position });
    if (position === null) setGoal(made);
  };
  const createEdge = (): void => {
    const made = newKey('edge');
    dispatch({ kind: 'createEdge', key: made, ends: null });
    setGoal(made);
  };

  useHotkeys(
    [
      ['mod+Z', undo],
      ['mod+shift+Z', redo],
      ['mod+S', startSave],
      ['mod+shift+R', () => canvas.current?.reset()],
      ['Delete', remove],
      ['Backspace', remove],
      ['Escape', close],
    ],
    ['INPUT', 'TEXTAREA', 'SELECT'],
  );

  const [first] = selected;
  const vertex = selected.size === 1 ? draft.vertices.find((each) => each.key === first) : undefined;
  const edge = selected.size === 1 ? draft.edges.find((each) => each.key === first) : undefined;
  const panel = { problems, tuples: schema.tuples, readOnly, onClose: close };

  return (
    <div ref={fullRef} className={classes.designer}>
      <DesignerToolbar
        state={state}
        unsaved={readOnly && !saving ? undefined : unsaved}
        readOnlyReason={readOnlyReason}
        saveRefusal={saveRefusal}
        onUndo={undo}
        onRedo={redo}
        onRemove={remove}
        onCreateVertex={() => createVertex(null)}
        onCreateEdge={createEdge}
        onSave={startSave}
        reviewRefusal={isSchemaChanged ? saveRefusal : (saveRefusal ?? 'The schema is unchanged.')}
        onReview={() => setReviewing(true)}
        onArrange={() => dispatch({ kind: 'arrange' })}
        isFull={fullscreen}
        onFull={() => void toggleFull()}
        globalTypes={
          graph !== null && (
            <GlobalTypes
              client={client}
              workspaceId={props.workspaceId}
              draft={draft}
              readOnlyReason={readOnlyReason}
              onChoose={(choice) => dispatch({ kind: 'chooseGlobal', ...choice })}
            />
          )
        }
      />
      <div className={classes.work}>
        <TypeList draft={shown} selected={selected} onSelect={pick} />
        <div className={classes.canvas}>
          {tooLarge ? (
            <EmptyState
              title="Can not render schema"
              description="The graph's size exceeds the limitation. The graph will not be rendered."
            />
          ) : shown.vertices.length === 0 ? (
            <EmptyState
              title="This graph has no types yet"
              description={
                props.readOnlyReason === undefined
                  ? 'Create a vertex type for each kind of thing, then join them with edge types.'
                  : 'You are not allowed to create types in this graph, please contact your administrator'
              }
              action={
                readOnly ? undefined : (
                  <div className={classes.start}>
                    <Button leftSection={<IconCircle size={15} />} onClick={() => createVertex(null)}>
                      Create vertex
                    </Button>
                    <Shortcuts />
                  </div>
                )
              }
            />
          ) : (
            arrangement !== undefined && (
              <SchemaCanvas
                handle={canvas}
                draft={shown}
                arrangement={arrangement}
                selected={selected}
                faulty={faulty}
                readOnly={readOnly}
                onSelect={select}
                onMove={(positions) => dispatch({ kind: 'move', positions })}
                onConnect={(from, to) =>
                  dispatch({ kind: 'createEdge', key: newKey('edge'), ends: { from, to } })
                }
                onCreateVertex={createVertex}
              />
            )
          )}
        </div>
        {vertex !== undefined && (
          <VertexPanel
            key={vertex.key}
            {...panel}
            vertex={vertex}
            vectorRefusal={props.vectorRefusal}
            onChange={(patch, field) => dispatch({ kind: 'changeVertex', key: vertex.key, patch, field })}
          />
        )}
        {edge !== undefined && (
          <EdgePanel
            key={edge.key}
            {...panel}
            draft={draft}
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
          description={
            <Effects client={client} workspaceId={props.workspaceId} graph={graph} change={change} />
          }
          losses={lost}
          acknowledgements={['I understand that this data is erased.']}
          confirmLabel="Save"
          onConfirm={save}
        />
      )}
      {reviewing && (
        <ReviewDialog
          client={client}
          workspaceId={props.workspaceId}
          graph={graph}
          change={change}
          onClose={() => setReviewing(false)}
          onSave={startSave}
        />
      )}
      <Modal opened={kept.length > 0} onClose={() => setKept([])} title="Delete type" size={480}>
        <p>
          {graph === null
            ? 'These types are used. Drop them from the graphs first.'
            : 'These types are global. Untick them among the global types to drop them from this graph; delete them in the global scope.'}
        </p>
        <ul>
          {kept.map(({ key: each, name }) => (
            <li key={each}>{graph === null ? `${name}: used by ${usersOf(name).join(', ')}` : name}</li>
          ))}
        </ul>
      </Modal>
      <DiscardDialog
        opened={leaving.status === 'blocked'}
        onKeep={() => leaving.reset?.()}
        onDiscard={() => leaving.proceed?.()}
      >
        {leaving.status === 'blocked' && leaving.next.pathname === leaving.current.pathname
          ? SWITCH
          : unsaved}
      </DiscardDialog>
    </div>
  );
}

const NOTHING: ReadonlySet<string> = new Set();
const EMPTY = { vertices: [], edges: [] };
