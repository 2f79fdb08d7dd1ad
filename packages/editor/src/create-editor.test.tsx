import type { Diagnostic, GraphSchema } from '@acacia/language';
import {
  CompletionContext,
  completionStatus,
  currentCompletions,
  startCompletion,
} from '@codemirror/autocomplete';
import { undo } from '@codemirror/commands';
import { ensureSyntaxTree, foldable, getIndentation, syntaxTree } from '@codemirror/language';
import { diagnosticCount, forEachDiagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { gsqlCompletion } from './completion.ts';
import { createGsqlEditor } from './create-editor.ts';
import type { CreateEditorOptions, GsqlEditorHandle } from './create-editor.ts';
import { gsql } from './gsql-language.ts';
import { schemaField } from './schema-facet.ts';

const schema: GraphSchema = {
  name: 'flights',
  vertexTypes: [
    {
      name: 'Airport',
      primaryId: { name: 'iata', type: 'STRING', asAttribute: true, isPrimaryKey: true },
      attributes: [{ name: 'city', type: { kind: 'scalar', name: 'STRING' } }],
    },
  ],
  edgeTypes: [
    {
      name: 'Flight',
      directed: true,
      pairs: [{ from: 'Airport', to: 'Airport' }],
      attributes: [],
      discriminator: [],
    },
  ],
  tuples: [],
  queries: [],
};

const open: GsqlEditorHandle[] = [];

function edit(options: Partial<CreateEditorOptions> = {}): { handle: GsqlEditorHandle; view: EditorView } {
  const parent = document.createElement('div');
  document.body.append(parent);
  const handle = createGsqlEditor(parent, { label: 'Query', schema, lintDelay: 0, ...options });
  open.push(handle);
  const view = EditorView.findFromDOM(parent);
  if (view === null) throw new Error('No view was made.');
  return { handle, view };
}

function press(view: EditorView, key: string, init: KeyboardEventInit = {}): void {
  view.contentDOM.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
}

function messages(view: EditorView): string[] {
  const found: string[] = [];
  forEachDiagnostic(view.state, ({ message }) => found.push(message));
  return found;
}

beforeAll(() => {
  // jsdom has no layout: CodeMirror only needs rectangles without size.
  const rectangles = () => Object.assign([], { item: () => null }) as unknown as DOMRectList;
  Range.prototype.getClientRects = rectangles;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

afterEach(() => {
  for (const handle of open.splice(0)) handle.destroy();
  document.body.replaceChildren();
});

/** Dispatches the events of a drag of text onto an element; jsdom has none of its own. */
function drag(target: EventTarget, type: string) {
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
    dataTransfer: { dropEffect: 'copy', getData: () => 'page text', setData: () => undefined, files: [] },
  });
  target.dispatchEvent(event);
  return event;
}

describe('what is dropped', () => {
  it('is refused where it was dragged from the page around the editor', () => {
    const { handle, view } = edit({ text: 'LS' });
    const title = document.createElement('h1');
    document.body.append(title);
    drag(title, 'dragstart');
    expect(drag(view.contentDOM, 'dragover').dataTransfer.dropEffect).toBe('none');
    expect(drag(view.contentDOM, 'drop').defaultPrevented).toBe(true);
    expect(handle.getText()).toBe('LS');
  });

  it('is taken again from elsewhere once that drag has ended', () => {
    const { view } = edit({ text: 'LS' });
    drag(document.body, 'dragstart');
    drag(document.body, 'dragend');
    expect(drag(view.contentDOM, 'dragover').dataTransfer.dropEffect).toBe('copy');
    drag(view.contentDOM, 'dragstart');
    expect(drag(view.contentDOM, 'dragover').dataTransfer.dropEffect).toBe('copy');
  });
});

describe('createGsqlEditor', () => {
  it('gives and takes its text and tells of changes', () => {
    const heard: string[] = [];
    const { handle } = edit({ text: 'LS', onChange: (text) => heard.push(text) });
    const late: string[] = [];
    const stop = handle.onChange((text) => late.push(text));
    handle.setText('USE GLOBAL');
    handle.setText('USE GLOBAL');
    stop();
    handle.setText('LS');
    expect(heard).toEqual(['USE GLOBAL', 'LS']);
    expect(late).toEqual(['USE GLOBAL']);
    expect(handle.getText()).toBe('LS');
  });

  it('names itself to screen readers', () => {
    const { view } = edit({ label: 'Query editor' });
    expect(view.contentDOM.getAttribute('aria-label')).toBe('Query editor');
    expect(view.contentDOM.getAttribute('role')).toBe('textbox');
  });

  it('runs the whole text, or the selection, by Mod-Enter', () => {
    const onRun = vi.fn();
    const { handle, view } = edit({ text: 'LS\nUSE GLOBAL', onRun });
    press(view, 'Enter', { ctrlKey: true });
    expect(onRun).toHaveBeenLastCalledWith({ text: 'LS\nUSE GLOBAL', from: 0, isSelection: false });
    handle.select(3, 13);
    expect(handle.getSelection()).toEqual({ from: 3, to: 13, text: 'USE GLOBAL' });
    press(view, 'Enter', { ctrlKey: true });
    expect(onRun).toHaveBeenLastCalledWith({ text: 'USE GLOBAL', from: 3, isSelection: true });
    expect(handle.getText()).toBe('LS\nUSE GLOBAL');
  });

  it('leaves the selection uncovered on the line of the caret', () => {
    const { handle, view } = edit({ text: 'LS' });
    handle.select(0, 2);
    expect(view.dom.classList).toContain('cm-gsql-selecting');
    handle.select(1);
    expect(view.dom.classList).not.toContain('cm-gsql-selecting');
  });

  it('saves by Mod-S', () => {
    const onSave = vi.fn();
    const { view } = edit({ onSave });
    press(view, 's', { ctrlKey: true });
    expect(onSave).toHaveBeenCalledOnce();
  });

  it('underlines faults where they are and tells of them', async () => {
    const heard: (readonly Diagnostic[])[] = [];
    const { view } = edit({
      text: 'CREATE QUERY q() {\n  S = SELECT a FROM Airprt:a;\n}',
      onDiagnostics: (found) => heard.push(found),
    });
    await vi.waitFor(() => expect(diagnosticCount(view.state)).toBe(1), { timeout: 30_000 });
    expect(messages(view)).toEqual(['Vertex type or vertex set Airprt is not known. Did you mean Airport?']);
    expect(heard.at(-1)).toHaveLength(1);
    expect(view.dom.querySelector('.cm-lintRange-error')?.textContent).toBe('Airprt');
    expect(heard.at(-1)?.[0]?.fix?.replacement).toBe('Airport');
  });

  it('checks again when the schema changes', async () => {
    const { handle, view } = edit({ text: 'CREATE QUERY q() { S = {City.*}; PRINT S; }' });
    await vi.waitFor(() => expect(diagnosticCount(view.state)).toBe(1), { timeout: 30_000 });
    const [airport] = schema.vertexTypes;
    if (airport === undefined) throw new Error('The schema has a vertex type.');
    handle.setSchema({ ...schema, vertexTypes: [{ ...airport, name: 'City' }] });
    await vi.waitFor(() => expect(diagnosticCount(view.state)).toBe(0), { timeout: 30_000 });
  });

  it('checks the syntax alone while no schema is known', async () => {
    const heard: (readonly Diagnostic[])[] = [];
    const { handle, view } = edit({
      schema: undefined,
      text: 'USE GRAPH g\nINTERPRET QUERY () { S = {City.*}; }',
      onDiagnostics: (found) => heard.push(found),
    });
    await vi.waitFor(() => expect(heard).toEqual([[]]), { timeout: 30_000 });
    handle.setText('INTERPRET QUERY () { S = ; }');
    await vi.waitFor(() => expect(messages(view)).toEqual(["Found ';' where an expression was expected."]), {
      timeout: 30_000,
    });
  });

  it("shows the server's faults until the text changes", async () => {
    const { handle, view } = edit({ text: 'LS' });
    const fault: Diagnostic = {
      code: 'RUN-1',
      severity: 'error',
      message: 'No.',
      span: { start: 0, end: 99 },
    };
    handle.setServerDiagnostics([fault]);
    await vi.waitFor(() => expect(messages(view)).toEqual(['No.']), { timeout: 30_000 });
    handle.setText('USE GLOBAL');
    await vi.waitFor(() => expect(diagnosticCount(view.state)).toBe(0), { timeout: 30_000 });
  });

  it('reaches the list of faults without a pointer', async () => {
    const { handle, view } = edit({ text: 'CREATE VERTX A (PRIMARY_ID id STRING)' });
    await vi.waitFor(() => expect(diagnosticCount(view.state)).toBe(1), { timeout: 30_000 });
    handle.openDiagnostics();
    expect(view.dom.querySelector('.cm-panel-lint')?.textContent).toContain(
      "Found 'VERTX' where VERTEX was expected.",
    );
  });

  it('refuses changes when it is read-only', () => {
    const { handle, view } = edit({ text: 'LS', readOnly: true });
    expect(view.state.readOnly).toBe(true);
    expect(view.contentDOM.getAttribute('aria-readonly')).toBe('true');
    handle.setReadOnly(false);
    expect(view.state.readOnly).toBe(false);
  });

  it('changes its palette', () => {
    const { handle, view } = edit({ dark: true });
    expect(view.state.facet(EditorView.darkTheme)).toBe(true);
    handle.setDark(false);
    expect(view.state.facet(EditorView.darkTheme)).toBe(false);
  });

  it('completes names of the schema', async () => {
    const text = 'CREATE QUERY q() { S = SELECT a FROM A';
    const { handle, view } = edit({ text });
    handle.select(text.length);
    startCompletion(view);
    await vi.waitFor(() => expect(completionStatus(view.state)).toBe('active'), { timeout: 30_000 });
    expect(currentCompletions(view.state).map(({ label }) => label)).toContain('Airport');
  });
});

describe('formatting', () => {
  it('puts the text into shape, the caret stays with its word, and one step takes it back', async () => {
    const text = 'INTERPRET QUERY(){S={Airport.*} ;PRINT S;}';
    const { handle, view } = edit({ text });
    handle.select(text.indexOf('PRINT'));
    press(view, 'F', { shiftKey: true, altKey: true, keyCode: 70 });
    const shaped = 'INTERPRET QUERY() {\n  S = {Airport.*};\n  PRINT S;\n}\n';
    await vi.waitFor(() => expect(handle.getText()).toBe(shaped), { timeout: 30_000 });
    expect(handle.getSelection().from).toBe(shaped.indexOf(';') + 1);
    undo(view);
    expect(handle.getText()).toBe(text);
  });

  it('formats the text as it is when the answer comes', async () => {
    const { handle } = edit({ text: 'LS   ;' });
    handle.format();
    handle.setText('INTERPRET QUERY(){PRINT 1;}');
    await vi.waitFor(() => expect(handle.getText()).toBe('INTERPRET QUERY() {\n  PRINT 1;\n}\n'), {
      timeout: 30_000,
    });
  });

  it('leaves text that may only be read', async () => {
    const heard: (readonly Diagnostic[])[] = [];
    const { handle } = edit({
      text: 'LS  \n',
      readOnly: true,
      onDiagnostics: (found) => heard.push(found),
    });
    handle.format();
    // The check comes after the formatting in the line of tasks.
    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 30_000 });
    expect(handle.getText()).toBe('LS  \n');
  });
});

describe('gsqlCompletion', () => {
  const at = (text: string, explicit: boolean) => {
    const state = EditorState.create({ doc: text, extensions: [schemaField] });
    return gsqlCompletion(new CompletionContext(state, text.length, explicit));
  };
  const query = 'CREATE QUERY q() { IF TRUE THEN PRINT 1; ';

  it('opens while a word is typed and closes when it is whole', async () => {
    const result = await at(`${query}EN`, false);
    expect(result?.options.map(({ label }) => label)).toContain('END');
    expect(await at(`${query}END`, false)).toBeNull();
    expect(await at(`${query}END`, true)).not.toBeNull();
    const { validFor } = result ?? {};
    if (typeof validFor !== 'function') throw new Error('The result tells how long it holds.');
    const state = EditorState.create();
    expect(validFor('EN', 0, 2, state)).toBe(true);
    expect(validFor('end', 0, 3, state)).toBe(false);
    expect(validFor('EN ', 0, 3, state)).toBe(false);
  });

  it('does not open by itself after a space or a bracket', async () => {
    expect(await at(query, false)).toBeNull();
    expect(await at(query, true)).not.toBeNull();
    expect(await at('"abc', true)).toBeNull();
  });
});

describe('the GSQL language of CodeMirror', () => {
  const text = 'CREATE QUERY q() {\n  IF TRUE THEN\n    PRINT "x{"; // {\n  END;\n}';
  const state = EditorState.create({ doc: text, extensions: [gsql()] });

  it('has a node for each token', () => {
    const nodes: string[] = [];
    syntaxTree(state).iterate({
      enter: ({ name, from, to }) => void nodes.push(`${name} ${text.slice(from, to)}`),
    });
    expect(nodes).toContain('Keyword CREATE');
    expect(nodes).toContain('Constant TRUE');
    expect(nodes).toContain('String "x{"');
    expect(nodes).toContain('Comment // {');
  });

  it('folds what stands between braces', () => {
    expect(foldable(state, 0, text.indexOf('\n'))).toEqual({
      from: text.indexOf('{') + 1,
      to: text.length - 1,
    });
  });

  it('reads after any change what it would read of the whole text', () => {
    const line = (i: number) => `  s${i} = SELECT t FROM a${i}:s -(E:e)- T:t ACCUM @@n += ${i}; // {\n`;
    const long = `CREATE QUERY q() {\n${Array.from({ length: 400 }, (_, i) => line(i)).join('')}}\nLS`;
    const nodesOf = (of: EditorState): string[] => {
      const found: string[] = [];
      ensureSyntaxTree(of, of.doc.length, 10_000)?.iterate({
        enter: ({ name, from, to }) => void (name !== 'Document' && found.push(`${name} ${from} ${to}`)),
      });
      return found;
    };
    const create = (doc: string) => EditorState.create({ doc, extensions: [gsql()] });
    const from = long.indexOf('s200 =');
    const changes = [
      { from, insert: '/* ' },
      { from: long.indexOf('s300 =') + 3, insert: ' */ ' },
      { from, to: from + 3 },
      { from: long.length, insert: 'x' },
      { from: 12, to: 9_000, insert: '"""' },
      { from: 100, insert: 'S = SELECT a FROM B:a;\n'.repeat(300) },
      { from: 50, to: 60, insert: '\n\n' },
    ];
    let edited = create(long);
    for (const change of changes) {
      nodesOf(edited);
      edited = edited.update({ changes: change }).state;
      expect(nodesOf(edited)).toEqual(nodesOf(create(edited.doc.toString())));
    }
  });

  it('reads anew the chunk that was changed, and the last one, which has no end yet', () => {
    const line = (i: number) => `  s${i} = SELECT t FROM a${i}:s -(E:e)- T:t;\n`;
    const doc = `CREATE QUERY q() {\n${Array.from({ length: 1_000 }, (_, i) => line(i)).join('')}}\n`;
    const before = EditorState.create({ doc, extensions: [gsql()] });
    const chunks = new Set(ensureSyntaxTree(before, doc.length, 10_000)?.children);
    const insert = { from: doc.indexOf('s500 ='), insert: 'x' };
    const after = before.update({}).state.update({ changes: insert }).state;
    const now = ensureSyntaxTree(after, after.doc.length, 10_000)?.children ?? [];
    expect(now.length).toBeGreaterThan(8);
    expect(now.filter((chunk) => !chunks.has(chunk))).toHaveLength(2);
  });

  it('folds a body over many chunks, and nothing of a line whose braces are closed on it', () => {
    const body = '  S = {A.*};\n'.repeat(2_000);
    const doc = `CREATE QUERY q() {\n${body}}\n`;
    const of = EditorState.create({ doc, extensions: [gsql()] });
    expect(ensureSyntaxTree(of, doc.length, 10_000)).not.toBeNull();
    const parsed = of.update({}).state;
    expect(foldable(parsed, 0, 18)).toEqual({ from: 18, to: doc.length - 2 });
    expect(foldable(parsed, 19, 31)).toBeNull();
  });

  it.each([
    [1, 2],
    [2, 4],
    [3, 2],
    [4, 0],
  ])('indents line %i by %i', (line, columns) => {
    const offset = text.split('\n').slice(0, line).join('\n').length + 1;
    expect(getIndentation(state, offset)).toBe(columns);
  });
});

describe('a snapshot', () => {
  it('goes on with the history of changes, the caret, and a text that has changed meanwhile', () => {
    const first = edit({ text: 'LS' });
    first.view.dispatch({ changes: { from: 2, insert: ' a' }, selection: { anchor: 4 }, userEvent: 'input' });
    const restore = first.handle.snapshot();
    first.handle.destroy();
    const { handle, view } = edit({ text: '# new\nLS a', restore });
    expect(handle.getText()).toBe('# new\nLS a');
    expect(handle.getSelection()).toMatchObject({ from: 10, to: 10 });
    undo(view);
    undo(view);
    expect(handle.getText()).toBe('LS');
  });

  it('is changed in one place only, so that the caret stays', () => {
    const { handle } = edit({ text: 'one two three' });
    handle.select(10);
    handle.patchText('one 2 three');
    expect([handle.getText(), handle.getSelection().from]).toEqual(['one 2 three', 8]);
  });
});
