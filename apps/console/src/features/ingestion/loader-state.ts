/** The state of loading data: chosen files, their mappings, and the run. The choices stay when a run fails. Pure. */
import { t } from '@acacia/texts';
import type { OwnLoadingJob, ParsingOptions, WireLoadStatus } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import type { Followed } from './follow-load.ts';
import { labelsAfter, NO_LABELS, type ColumnLabels } from './column-labels.ts';
import type { FilePreview, UploadedFile } from './source-file.ts';
import {
  fileVariable,
  mapAgain,
  mapByName,
  mappingProblems,
  quickMapped,
  slotsOf,
  type Mapping,
  type QuickMap,
  type Slot,
  whereAgain,
} from './mapping.ts';
import { NO_SOURCE, sourceFault, type Source } from './source.ts';
import { EVERY_ROW, type Where } from './where.ts';

export interface ChosenFile {
  readonly file: UploadedFile;
  /** As chosen; other than those of the preview until the file has been read with them. */
  readonly options: ParsingOptions;
  readonly preview: FilePreview;
  readonly labels: ColumnLabels;
}

/** State of the run: its present phase, or its end. `id`: of the load in the workspace; null: none was begun. */
export type Run =
  | { readonly phase: 'none' }
  | ({ readonly phase: 'loading'; readonly id: string | null } & Followed)
  | { readonly phase: 'ended'; readonly id: string; readonly status: WireLoadStatus }
  | { readonly phase: 'failed'; readonly id: string | null; readonly error: unknown };

/** A file on its way to the workspace; sizes in bytes. */
export interface Sending {
  readonly file: string;
  readonly sent: number;
  readonly total: number;
}

export interface LoaderState {
  /** The graph that the mappings are for. */
  readonly graph: string | null;
  readonly sending: readonly Sending[];
  /** In the order in which they were chosen, one for each name. */
  readonly files: readonly ChosenFile[];
  /** Why files could not be read; replaced by the next choice of files. */
  readonly refused: readonly string[];
  readonly mappings: readonly Mapping[];
  /** Loaded by instead of the mappings; null: none. */
  readonly own: OwnLoadingJob | null;
  /** Number of mappings made so far: the key of the next one. */
  readonly made: number;
  /** Name of the next run's loading job. */
  readonly job: string;
  readonly run: Run;
}

export type LoaderAction =
  /** Bytes of a chosen file that have arrived in the workspace. */
  | { readonly kind: 'sending'; readonly sending: Sending }
  /** A file is no longer being sent. */
  | { readonly kind: 'sent'; readonly file: string }
  /** A file was sent and sampled. It replaces a file of the same name, with its mappings. */
  | { readonly kind: 'add'; readonly file: UploadedFile; readonly preview: FilePreview }
  | { readonly kind: 'refuse'; readonly messages: readonly string[] }
  | { readonly kind: 'remove'; readonly file: string }
  | { readonly kind: 'choose'; readonly file: string; readonly options: Partial<ParsingOptions> }
  | { readonly kind: 'label'; readonly file: string; readonly labels: ColumnLabels }
  /** The file was read with options that were chosen. */
  | { readonly kind: 'preview'; readonly of: ChosenFile; readonly preview: FilePreview }
  | { readonly kind: 'previewFailed'; readonly of: ChosenFile; readonly message: string }
  /** @param slots those of the target, not mapped yet */
  | {
      readonly kind: 'map';
      readonly file: string;
      readonly target: Mapping['target'];
      readonly slots: readonly Slot[];
    }
  /** The graph has types for the files, and these are their mappings; those of files that are gone are left out. */
  | { readonly kind: 'adopt'; readonly graph: string; readonly mappings: readonly Omit<Mapping, 'key'>[] }
  /**
   * A draft is taken up again, once its files are chosen: its mappings stand in the place of those of its files, and what
   * was mapped of other files meanwhile stays. A slot whose type has become one that its source cannot fill is not mapped
   * (specification part 4, section 4).
   */
  | {
      readonly kind: 'restore';
      readonly graph: string;
      /** Names of the draft's files. */
      readonly files: readonly string[];
      readonly mappings: readonly Omit<Mapping, 'key'>[];
      readonly own: OwnLoadingJob | null;
    }
  /** Another graph was chosen: files stay, mappings are of the graph before. */
  | { readonly kind: 'graph'; readonly graph: string | null }
  | { readonly kind: 'own'; readonly own: OwnLoadingJob | null }
  | { readonly kind: 'unmap'; readonly mapping: string }
  | { readonly kind: 'source'; readonly mapping: string; readonly slot: string; readonly source: Source }
  | { readonly kind: 'quickMap'; readonly mapping: string; readonly by: QuickMap }
  /**
   * Types of the graph got attributes that a mapping needs. Each mapping has the slots of the types as they are now.
   * @param sources of the added attributes of the mapping, by their names
   */
  | {
      readonly kind: 'grown';
      readonly mapping: string;
      readonly schema: GraphSchema;
      readonly sources: Readonly<Record<string, Source>>;
    }
  | { readonly kind: 'where'; readonly mapping: string; readonly where: Where }
  | { readonly kind: 'endsMustExist'; readonly file: string; readonly endsMustExist: boolean }
  | { readonly kind: 'start' }
  /** A load of the workspace is followed that another visit of the page began, or that is resumed. */
  | { readonly kind: 'follow'; readonly id: string }
  | { readonly kind: 'progress'; readonly run: Run & { readonly phase: 'loading' } }
  /** @param job name of the loading job of the next run, as each name is used once */
  | {
      readonly kind: 'end';
      readonly run: Run & { readonly phase: 'ended' | 'failed' };
      readonly job: string;
    };

export const nothingChosen = (job: string, graph: string | null = null): LoaderState => ({
  graph,
  sending: [],
  files: [],
  refused: [],
  mappings: [],
  own: null,
  made: 0,
  job,
  run: { phase: 'none' },
});

const isRunning = ({ run }: Pick<LoaderState, 'run'>): boolean => run.phase === 'loading';

/** Files that have to be read with other options than those of their preview. */
export const unread = (files: readonly ChosenFile[]): readonly ChosenFile[] =>
  files.filter(({ options, preview }) => options !== preview.options);

/** Files that are loaded: those with a mapping, or those that a job of a person's own names by their variables. */
export const loadedFiles = ({ files, mappings, own }: LoaderState): readonly ChosenFile[] =>
  files.filter(({ file }, index) =>
    own === null
      ? mappings.some((mapping) => mapping.file === file.name)
      : own.variables.some(({ name, hasPath }) => !hasPath && name === fileVariable(index)),
  );

/** The paths of the files that a load reads, by their variables; '' for those that stand in the job. */
export function loadedPaths(state: LoaderState): Record<string, string> {
  const loaded = new Set(loadedFiles(state));
  const chosen = state.files.flatMap((each, index): [string, string][] =>
    loaded.has(each) ? [[fileVariable(index), each.file.path]] : [],
  );
  const written = (state.own?.variables ?? []).flatMap(({ name, hasPath }): [string, string][] =>
    hasPath ? [[name, '']] : [],
  );
  return Object.fromEntries([...written, ...chosen]);
}

/** Why the load cannot be started, or undefined. */
export function loadRefusal(state: LoaderState): string | undefined {
  if (isRunning(state)) return t`A load is under way.`;
  const [onItsWay] = state.sending;
  if (onItsWay !== undefined) return t`The file ${onItsWay.file} is being sent.`;
  if (state.files.length === 0) return t`Choose a file first.`;
  if (state.mappings.length === 0 && state.own === null) return t`Map a file to a vertex or edge type first.`;
  const [slow] = unread(state.files);
  if (slow !== undefined) return t`The file ${slow.file.name} is being read.`;
  const unusable = loadedFiles(state).find(({ preview }) => preview.sample.problem !== null);
  if (unusable !== undefined) return t`The file ${unusable.file.name} cannot be loaded.`;
  if (state.own !== null) return undefined;
  const [problem] = state.files.flatMap(({ file, preview }) =>
    mappingProblems(
      state.mappings.filter((mapping) => mapping.file === file.name),
      preview.paths !== null,
    ),
  );
  return problem?.message;
}

/** The state after an action; the same state when the action changes nothing or comes too late. */
export function loader(state: LoaderState, action: LoaderAction): LoaderState {
  switch (action.kind) {
    case 'sending': {
      const { sending } = action;
      return { ...state, sending: [...notOf(state.sending, sending.file), sending] };
    }
    case 'sent':
      return { ...state, sending: notOf(state.sending, action.file) };
    case 'add': {
      const { file, preview } = action;
      const others = withoutFile(state, file.name);
      return {
        ...others,
        files: [...others.files, { file, preview, options: preview.options, labels: NO_LABELS }],
      };
    }
    case 'refuse':
      return { ...state, refused: action.messages };
    case 'remove':
      return withoutFile(state, action.file);
    case 'choose':
      return changedFile(
        state,
        ({ file }) => file.name === action.file,
        (chosen) => ({ ...chosen, options: { ...chosen.options, ...action.options } }),
      );
    case 'label':
      return changedFile(
        state,
        ({ file }) => file.name === action.file,
        (chosen) => ({ ...chosen, labels: action.labels }),
      );
    case 'preview': {
      const { of, preview } = action;
      if (!isAwaited(state, of)) return state;
      const mappings = state.mappings.map((mapping) =>
        mapping.file === of.file.name
          ? {
              ...mapping,
              slots: mapAgain(mapping.slots, of.preview.columns, preview.columns),
              where: whereAgain(mapping.where, of.preview.columns, preview.columns),
            }
          : mapping,
      );
      const read = changedFile(state, isOf(of), (chosen) => ({
        ...chosen,
        preview,
        options: preview.options,
        labels: labelsAfter(chosen.labels, of.preview.columns, preview.columns),
      }));
      return { ...read, mappings };
    }
    case 'previewFailed':
      if (!isAwaited(state, action.of)) return state;
      return {
        ...changedFile(state, isOf(action.of), (chosen) => ({ ...chosen, options: chosen.preview.options })),
        refused: [action.message],
      };
    case 'map': {
      const { file, target, slots } = action;
      const chosen = state.files.find((each) => each.file.name === file);
      if (chosen === undefined) return state;
      const edge = state.mappings.find((each) => each.file === file && each.target.kind === 'edge');
      const mapping: Mapping = {
        key: `mapping-${state.made}`,
        file,
        target,
        slots: mapByName(slots, chosen.preview.columns),
        endsMustExist: edge?.endsMustExist ?? true,
        where: EVERY_ROW,
      };
      return { ...state, mappings: [...state.mappings, mapping], made: state.made + 1 };
    }
    case 'adopt': {
      const { graph, mappings } = action;
      const keyed = mappings
        .filter(({ file }) => state.files.some((each) => each.file.name === file))
        .map((mapping, at) => ({ ...mapping, key: `mapping-${state.made + at}` }));
      return { ...state, graph, mappings: keyed, own: null, made: state.made + keyed.length };
    }
    case 'restore': {
      const { graph, own, mappings } = action;
      const others = state.mappings.filter(({ file }) => !action.files.includes(file));
      const fitting = mappings.map((mapping) => {
        const chosen = state.files.find(({ file }) => file.name === mapping.file);
        const isJson = chosen !== undefined && chosen.preview.paths !== null;
        return { ...mapping, slots: mapping.slots.map((slot) => fitted(slot, isJson)) };
      });
      const adopted = loader(state, { kind: 'adopt', graph, mappings: fitting });
      return { ...adopted, own, mappings: [...adopted.mappings, ...others] };
    }
    case 'graph':
      if (state.graph === action.graph) return state;
      // A load goes on without the page, and is found again with the graph.
      return { ...state, graph: action.graph, mappings: [], own: null, run: { phase: 'none' } };
    case 'own':
      return { ...state, own: action.own };
    case 'unmap':
      return { ...state, mappings: state.mappings.filter(({ key }) => key !== action.mapping) };
    case 'source': {
      const { slot, source } = action;
      return changedMapping(state, action.mapping, (mapping) => ({
        ...mapping,
        slots: mapping.slots.map((each) => (each.name === slot ? { ...each, source } : each)),
      }));
    }
    case 'quickMap': {
      const columns = (file: string): readonly string[] =>
        state.files.find((each) => each.file.name === file)?.preview.columns ?? [];
      return changedMapping(state, action.mapping, (mapping) => ({
        ...mapping,
        slots: quickMapped(mapping.slots, columns(mapping.file), action.by),
      }));
    }
    case 'grown':
      return { ...state, mappings: state.mappings.map((mapping) => grown(state, mapping, action)) };
    case 'where':
      return changedMapping(state, action.mapping, (mapping) => ({ ...mapping, where: action.where }));
    case 'endsMustExist': {
      const { file, endsMustExist } = action;
      const mappings = state.mappings.map((mapping) =>
        mapping.file === file ? { ...mapping, endsMustExist } : mapping,
      );
      return { ...state, mappings };
    }
    case 'start':
      return loadRefusal(state) === undefined
        ? { ...state, run: { phase: 'loading', id: null, status: null, lost: false } }
        : state;
    case 'follow':
      return { ...state, run: { phase: 'loading', id: action.id, status: null, lost: false } };
    case 'progress':
      return isRunning(state) ? { ...state, run: action.run } : state;
    case 'end':
      return isRunning(state) ? { ...state, run: action.run, job: action.job } : state;
  }
}

const fitted = (slot: Slot, isJson: boolean): Slot =>
  sourceFault(slot.form, slot.source, isJson) === undefined ? slot : { ...slot, source: NO_SOURCE };

/** A mapping to a type that is gone stays as it is, until the schema is read. */
function grown(
  { files }: LoaderState,
  mapping: Mapping,
  { mapping: key, schema, sources }: LoaderAction & { readonly kind: 'grown' },
): Mapping {
  const slots = slotsOf(schema, mapping.target);
  if (slots.length === 0) return mapping;
  const isJson = files.some(({ file, preview }) => file.name === mapping.file && preview.paths !== null);
  const sourceOf = ({ name }: Slot): Source =>
    mapping.slots.find((slot) => slot.name === name)?.source ??
    (mapping.key === key ? sources[name] : undefined) ??
    NO_SOURCE;
  return { ...mapping, slots: slots.map((slot) => fitted({ ...slot, source: sourceOf(slot) }, isJson)) };
}

const changedMapping = (
  state: LoaderState,
  key: string,
  change: (mapping: Mapping) => Mapping,
): LoaderState => ({
  ...state,
  mappings: state.mappings.map((mapping) => (mapping.key === key ? change(mapping) : mapping)),
});

const notOf = (sending: readonly Sending[], name: string): Sending[] =>
  sending.filter(({ file }) => file !== name);

const withoutFile = (state: LoaderState, name: string): LoaderState => ({
  ...state,
  files: state.files.filter(({ file }) => file.name !== name),
  mappings: state.mappings.filter(({ file }) => file !== name),
});

const isOf =
  (of: ChosenFile) =>
  ({ file, options }: ChosenFile): boolean =>
    file === of.file && options === of.options;

/** Whether the file is still chosen with these options: a later choice makes a preview worthless. */
const isAwaited = (state: LoaderState, of: ChosenFile): boolean => unread(state.files).some(isOf(of));

function changedFile(
  state: LoaderState,
  which: (chosen: ChosenFile) => boolean,
  change: (chosen: ChosenFile) => ChosenFile,
): LoaderState {
  return { ...state, files: state.files.map((each) => (which(each) ? change(each) : each)) };
}
