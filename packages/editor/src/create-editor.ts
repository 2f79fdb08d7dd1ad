/** A GSQL editor in a page, without any framework. */
import type { Diagnostic, GraphSchema } from '@acacia/language';
import { historyField } from '@codemirror/commands';
import { openLintPanel } from '@codemirror/lint';
import { Compartment, EditorState, type StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { gsqlEditor, runRequest } from './extensions.ts';
import type { GsqlEditorOptions, RunRequest } from './extensions.ts';
import { format } from './format.ts';
import { setServerDiagnostics } from './linting.ts';
import { setSchemaEffect } from './schema-facet.ts';
import { textOf } from './text-of.ts';
import { palette } from './theme.ts';

export interface CreateEditorOptions extends Omit<GsqlEditorOptions, 'onChange'> {
  readonly text?: string;
  /** The state of an earlier editor of this text: its history of changes, selection and scrolling go on. */
  readonly restore?: EditorSnapshot;
  readonly schema?: GraphSchema;
  /** Other graphs that the text may turn to with USE GRAPH or FOR GRAPH. */
  readonly graphs?: readonly GraphSchema[];
  readonly dark?: boolean;
  readonly readOnly?: boolean;
  readonly onChange?: (text: string) => void;
}

/** The state of an editor that was destroyed. */
export interface EditorSnapshot {
  /** As CodeMirror serialises it. */
  readonly state: unknown;
  readonly scroll: StateEffect<unknown>;
}

export interface EditorSelection {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface GsqlEditorHandle {
  getText(): string;
  /** Replaces the text; does nothing, and keeps caret and history, when it is the same. */
  setText(text: string): void;
  /** Makes the text another one by the smallest change of one place; caret and history stay. */
  patchText(text: string): void;
  snapshot(): EditorSnapshot;
  setSchema(schema: GraphSchema, graphs?: readonly GraphSchema[]): void;
  setDark(dark: boolean): void;
  setReadOnly(readOnly: boolean): void;
  /** Calls back after each change of the text; returns the way to stop. */
  onChange(listener: (text: string) => void): () => void;
  /** Underlines the problems that the server found, until the text changes. Offsets into the whole text. */
  setServerDiagnostics(diagnostics: readonly Diagnostic[]): void;
  /** Opens the list of faults and moves the focus there. */
  openDiagnostics(): void;
  getSelection(): EditorSelection;
  /** The selection when there is one, else the whole text. */
  runRequest(): RunRequest;
  /** Writes text in the place of the selection, puts the caret after it, and moves the focus there. */
  insert(text: string): void;
  /** Formats the text (Shift+Alt+F); text with errors stays unchanged. */
  format(): void;
  /** Selects a range and brings it into view. */
  select(from: number, to?: number): void;
  focus(): void;
  destroy(): void;
}

/** Parts of a state that are serialised with it. */
const HISTORY = { history: historyField };

/** Creates an editor inside `parent`. The caller destroys it. */
export function createGsqlEditor(parent: HTMLElement, options: CreateEditorOptions): GsqlEditorHandle {
  const listeners = new Set<(text: string) => void>();
  if (options.onChange !== undefined) listeners.add(options.onChange);
  const theme = new Compartment();
  const access = new Compartment();
  // The text stays focusable when it is read-only: it can be selected, searched and copied by keyboard.
  const accessOf = (readOnly: boolean) => [
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ 'aria-readonly': String(readOnly) }),
  ];
  const extensions = [
    gsqlEditor({ ...options, onChange: (text) => listeners.forEach((listener) => listener(text)) }),
    theme.of(palette(options.dark ?? false)),
    access.of(accessOf(options.readOnly ?? false)),
  ];
  const { text = '', restore } = options;
  const view = new EditorView({
    parent,
    state:
      restore === undefined
        ? EditorState.create({ doc: text, extensions })
        : EditorState.fromJSON(restore.state, { extensions }, HISTORY),
    ...(restore === undefined ? {} : { scrollTo: restore.scroll }),
  });
  const clamp = (offset: number): number => Math.max(0, Math.min(offset, view.state.doc.length));

  const handle: GsqlEditorHandle = {
    getText: () => textOf(view.state.doc),
    setText: (text) => {
      if (text === textOf(view.state.doc)) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: 0 },
      });
    },
    patchText: (text) => {
      const before = textOf(view.state.doc);
      const { from, to, insert } = changeBetween(before, text);
      if (from !== to || insert !== '') view.dispatch({ changes: { from, to, insert } });
    },
    snapshot: () => ({ state: view.state.toJSON(HISTORY), scroll: view.scrollSnapshot() }),
    setSchema: (schema, graphs = []) => view.dispatch({ effects: setSchemaEffect.of({ schema, graphs }) }),
    setDark: (dark) => {
      if (view.state.facet(EditorView.darkTheme) !== dark)
        view.dispatch({ effects: theme.reconfigure(palette(dark)) });
    },
    setReadOnly: (readOnly) => {
      if (view.state.readOnly !== readOnly)
        view.dispatch({ effects: access.reconfigure(accessOf(readOnly)) });
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setServerDiagnostics: (diagnostics) => setServerDiagnostics(view, diagnostics),
    openDiagnostics: () => {
      openLintPanel(view);
    },
    getSelection: () => {
      const { from, to } = view.state.selection.main;
      return { from, to, text: view.state.sliceDoc(from, to) };
    },
    runRequest: () => runRequest(view.state),
    insert: (text) => {
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input' });
      view.focus();
    },
    select: (from, to = from) =>
      view.dispatch({ selection: { anchor: clamp(from), head: clamp(to) }, scrollIntoView: true }),
    format: () => {
      format(view);
    },
    focus: () => view.focus(),
    destroy: () => {
      listeners.clear();
      view.destroy();
    },
  };
  if (restore !== undefined) handle.patchText(text);
  if (options.schema !== undefined) handle.setSchema(options.schema, options.graphs);
  return handle;
}

/** The one change that makes a text another one. */
function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < shorter - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
