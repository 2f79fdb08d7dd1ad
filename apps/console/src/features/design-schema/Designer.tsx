/** The schema designer of one graph: canvas, editors at the right, history, save. Its state is in `designer-state.ts`. */
import { said, t } from '@acacia/texts';
import { VisuallyHidden } from '@mantine/core';
import { useFullscreenDocument } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ConfirmDestructive, toast } from '@acacia/ui';
import { readSchemaText, type GraphSchema } from '@acacia/language';
import {
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '../../services/lazy-part.tsx';
import { LeaveGuard } from '../workspace-tool/LeaveGuard.tsx';
import { CanvasPlace } from './CanvasPlace.tsx';
import { design, designOf, foreignOf } from './designer-state.ts';
import { DesignerToolbar } from './DesignerToolbar.tsx';
import { draftOf, type DraftEdge, type DraftLooks, type DraftVertex } from './draft.ts';
import { changeBetween, isEmptyChange, isEmptyLook, looksBetween, losses } from './draft-change.ts';
import { newKey } from './draft-edits.ts';
import { draftOfReading, scopeOf } from './draft-text.ts';
import { problemsOf } from './draft-problems.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import type { GlobalChoice } from './global-choice.ts';
import { DraftContext, GlobalTypes } from './GlobalTypes.tsx';
import type { Point } from './layout/shapes.ts';
import { NewerVersion } from './NewerVersion.tsx';
import { Effects, ReviewDialog } from './ReviewChange.tsx';
import type { TextState } from './SchemaText.tsx';
import type { CanvasHandle } from './canvas/useView.ts';
import { TypeList } from './TypeList.tsx';
import { EdgePanel, VertexPanel } from './TypePanel.tsx';
import { useDesignerKeys } from './useDesignerKeys.ts';
import { useDrawing } from './useDrawing.ts';
import { UsedTypesDialog } from './UsedTypesDialog.tsx';
import { useSave, type Saving } from './useSave.ts';
import { useSteady } from './useSteady.ts';
import { Versions } from './Versions.tsx';
import classes from './Designer.module.css';

const SchemaText = lazyPart(async () => (await import('./SchemaText.tsx')).default);

const UNSAVED_SCHEMA = t`You have not saved your changes to the schema.`;
const UNSAVED_STYLE = t`You have not saved your changes to the schema style.`;
const JOINED = t`Somebody else changed the schema meanwhile. Their changes and yours are joined.`;
const TEXT_FAULTS = t`The text has faults: mend them there, or go back to the canvas.`;

export interface DesignerProps extends Saving {
  readonly workspaceId: string;
  readonly schema: GraphSchema;
  readonly looks: DraftLooks;
  /** Graphs that use a type of the global scope; none in the designer of a graph. */
  readonly usersOf: (type: string) => readonly string[];
  readonly readOnlyReason: string | undefined;
  /** Called with a sentence that says what is not saved; undefined: everything is. */
  readonly onUnsaved: (unsaved: string | undefined) => void;
  /** Why this workspace has no vectors; undefined when it has. */
  readonly vectorRefusal: string | undefined;
}

export function Designer(props: DesignerProps) {
  const { client, graph, schema, looks, usersOf } = props;
  const saved = useMemo(() => draftOf(schema, looks), [schema, looks]);
  const [state, dispatch] = useReducer(design, saved, designOf);
  const [textState, setTextState] = useState<TextState>('read');
  const { selected, saving } = state;
  // A text that is being written is not replaced under the hands; saving reads again.
  useEffect(() => {
    if (textState === 'read') dispatch({ kind: 'read', saved });
  }, [saved, saving, textState]);
  const joins = useRef(state.joins);
  useEffect(() => {
    if (state.joins > joins.current) toast.success(JOINED);
    joins.current = state.joins;
  }, [state.joins]);
  const draft = state.history.present;
  const canvas = useRef<CanvasHandle>(null);
  // The whole page, so that dialogs, menus and messages, which stand beside the designer, are seen as well.
  const { toggle: toggleFull, fullscreen } = useFullscreenDocument();
  const [reviewing, setReviewing] = useState(false);
  const [listing, setListing] = useState(false);
  const navigate = useNavigate();
  const withText = useSearch({ strict: false, select: isTextShown });
  const isTextFaulty = textState === 'faulty';
  const [kept, setKept] = useState(NO_TYPES);

  const drawing = useDrawing(draft, state.typing !== null, dispatch, canvas);
  const { goTo } = drawing;

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
  // A stored schema is only read again: nothing is lost by leaving meanwhile.
  const isStored = saving && state.stored;
  const unsaved =
    isStored || (!isSchemaChanged && !isTextFaulty && isEmptyLook(look))
      ? undefined
      : isSchemaChanged || isTextFaulty
        ? UNSAVED_SCHEMA
        : UNSAVED_STYLE;
  const dirty = unsaved !== undefined;
  const lostByLeaving = props.readOnlyReason === undefined ? unsaved : undefined;
  const tell = useEffectEvent((what: string | undefined) => props.onUnsaved(what));
  useEffect(() => {
    tell(lostByLeaving);
    return () => tell(undefined);
  }, [lostByLeaving]);
  const textReadOnly = props.readOnlyReason ?? (saving ? t`The schema is being saved.` : undefined);
  const readOnlyReason = textReadOnly ?? (isTextFaulty ? TEXT_FAULTS : undefined);
  const readOnly = readOnlyReason !== undefined;
  const saveRefusal =
    props.readOnlyReason ??
    (isTextFaulty ? TEXT_FAULTS : undefined) ??
    (textState === 'reading' ? t`The text is being read.` : undefined) ??
    (dirty ? undefined : t`There are no changes to save.`) ??
    problems.find((problem) => problem !== state.failure)?.message;

  const save = useSave(props, state, dispatch);
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
      goTo(keys);
    },
    [select, selected, goTo],
  );
  const close = (): void => select(NOTHING);
  const undo = (): void => {
    if (!isTextFaulty) dispatch({ kind: 'undo' });
  };
  const redo = (): void => {
    if (!isTextFaulty) dispatch({ kind: 'redo' });
  };
  const showText = (shown: boolean): void => {
    void navigate({
      to: '.',
      search: (before) => ({ ...before, text: shown ? 'true' : undefined }),
      replace: true,
    });
  };
  const scope = useMemo(() => ({ name: graph ?? '', tuples: schema.tuples }), [graph, schema.tuples]);
  const remove = (): void => {
    if (readOnly || selected.size === 0) return;
    const used = [...draft.vertices, ...draft.edges].filter(
      (type) => selected.has(type.key) && type.saved && usersOf(type.name).length > 0,
    );
    const refused = [...foreignOf(state), ...used];
    if (refused.length > 0) setKept(refused);
    else dispatch({ kind: 'removeSelected' });
  };
  const createVertex = useCallback(
    (position: Point | null): void => {
      const made = newKey('vertex');
      dispatch({ kind: 'createVertex', key: made, position });
      if (position === null) goTo(new Set([made]));
    },
    [goTo],
  );
  const move = useCallback(
    (positions: ReadonlyMap<string, Point>): void => dispatch({ kind: 'move', positions }),
    [],
  );
  const connect = useCallback(
    (from: string, to: string): void =>
      dispatch({ kind: 'createEdge', key: newKey('edge'), ends: { from, to } }),
    [],
  );
  /** Puts an old version in the place of the draft, as one step. */
  const takeVersion = (text: string): boolean => {
    const reading = readSchemaText(text, scopeOf(draft, scope));
    const { draft: old, faults } = draftOfReading(
      { draft, saved: state.saved },
      reading,
      props.vectorRefusal,
    );
    const fault = [...reading.diagnostics.filter(({ severity }) => severity === 'error'), ...faults][0];
    if (fault !== undefined) {
      toast.error(t`This version does not fit any more. ${said(fault.message)}`);
      return false;
    }
    dispatch({ kind: 'select', keys: NOTHING });
    dispatch({ kind: 'write', draft: old });
    return true;
  };
  const createEdge = (): void => {
    const made = newKey('edge');
    dispatch({ kind: 'createEdge', key: made, ends: null });
    goTo(new Set([made]));
  };

  useDesignerKeys({
    onSave: startSave,
    onReset: () => canvas.current?.reset(),
    onUndo: undo,
    onRedo: redo,
    onRemove: remove,
    onClose: close,
  });

  const [first] = selected;
  const vertex = selected.size === 1 ? draft.vertices.find((each) => each.key === first) : undefined;
  const edge = selected.size === 1 ? draft.edges.find((each) => each.key === first) : undefined;
  const panel = {
    problems,
    tuples: schema.tuples,
    readOnly,
    refusal: props.readOnlyReason,
    onClose: close,
  };

  const { onChooseGlobal, onMerge, ...acts } = useSteady({
    onUndo: undo,
    onRedo: redo,
    onRemove: remove,
    onCreateVertex: () => createVertex(null),
    onCreateEdge: createEdge,
    onSave: startSave,
    onReview: () => setReviewing(true),
    onArrange: () => dispatch({ kind: 'arrange' }),
    onText: () => showText(!withText),
    onVersions: () => setListing(true),
    onFull: () => void toggleFull(),
    onMerge: () => {
      props.onSaved().catch((error: unknown) => toast.error(error));
    },
    onChooseGlobal: (choice: GlobalChoice) => dispatch({ kind: 'chooseGlobal', ...choice }),
  });
  const globalTypes = useMemo(
    () =>
      graph !== null && (
        <GlobalTypes
          client={client}
          workspaceId={props.workspaceId}
          readOnlyReason={readOnlyReason}
          onChoose={onChooseGlobal}
        />
      ),
    [graph, client, props.workspaceId, readOnlyReason, onChooseGlobal],
  );

  return (
    <div className={classes.designer} data-full={fullscreen || undefined}>
      <DraftContext value={drawing.shown}>
        <DesignerToolbar
          canUndo={state.history.past.length > 0}
          canRedo={state.history.future.length > 0}
          isSaving={saving}
          hasSelection={selected.size > 0}
          hasVertices={draft.vertices.length > 0}
          unsaved={lostByLeaving}
          refusal={props.readOnlyReason}
          readOnlyReason={readOnlyReason}
          saveRefusal={saveRefusal}
          reviewRefusal={isSchemaChanged ? saveRefusal : (saveRefusal ?? t`The schema is unchanged.`)}
          isTextShown={withText}
          isTextFaulty={isTextFaulty}
          isFull={fullscreen}
          globalTypes={globalTypes}
          {...acts}
        />
      </DraftContext>
      <NewerVersion
        client={client}
        workspaceId={props.workspaceId}
        graph={graph}
        saved={saved}
        isSaving={saving}
        onShow={acts.onVersions}
        onMerge={onMerge}
      />
      <div className={classes.work} data-text={withText}>
        <TypeList draft={drawing.shown} selected={selected} onSelect={pick} />
        <div className={classes.canvas}>
          <CanvasPlace
            handle={canvas}
            drawing={drawing}
            selected={selected}
            faulty={faulty}
            readOnly={readOnly}
            refused={props.readOnlyReason !== undefined}
            withText={withText}
            onSelect={select}
            onMove={move}
            onConnect={connect}
            onCreateVertex={createVertex}
          />
        </div>
        {withText && (
          <Suspense fallback={<VisuallyHidden role="status">Loading the text</VisuallyHidden>}>
            <SchemaText
              draft={draft}
              saved={state.saved}
              scope={scope}
              problems={problems}
              selected={(vertex ?? edge)?.name}
              vectorRefusal={props.vectorRefusal}
              readOnly={textReadOnly !== undefined}
              onDraft={(written) => dispatch({ kind: 'write', draft: written })}
              state={textState}
              onState={setTextState}
              onSave={startSave}
              onClose={() => showText(false)}
            />
          </Suspense>
        )}
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
          lossesTitle="What is erased:"
          acknowledgements={[t`I understand that this data is erased.`]}
          confirmLabel="Save"
          onConfirm={save}
        />
      )}
      {listing && (
        <Versions
          client={client}
          workspaceId={props.workspaceId}
          graph={graph}
          readOnlyReason={readOnlyReason}
          onTake={takeVersion}
          revertRefusal={props.readOnlyReason ?? (dirty ? t`Save or undo your changes first.` : undefined)}
          onReverted={props.onSaved}
          onClose={() => setListing(false)}
        />
      )}
      {state.conflict !== null && (
        <ConflictDialog
          conflicts={state.conflict.conflicts}
          onSettle={(choices) => dispatch({ kind: 'settle', choices })}
          onClose={() => dispatch({ kind: 'postpone' })}
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
      {kept.length > 0 && (
        <UsedTypesDialog types={kept} graph={graph} usersOf={usersOf} onClose={() => setKept(NO_TYPES)} />
      )}
      <LeaveGuard unsaved={lostByLeaving} />
    </div>
  );
}

const isTextShown = (search: { readonly text?: unknown }): boolean => search.text === 'true';

const NOTHING: ReadonlySet<string> = new Set();
const NO_TYPES: readonly (DraftVertex | DraftEdge)[] = [];
