import type { RunAnswer, RunEvent, SimpleAuth, WireRun } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { createFileCloud, type FileCloud } from '../../testing/files.ts';
import { workgroupKeys } from '../../data/workgroups.ts';
import { anAdmin, aWorkgroup, aWorkspace } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers, type WorkspaceCall } from '../../testing/render-console.tsx';
import { runStoreOf } from './run/run-store.ts';
// Loaded with the file, so that loading does not count against the tests' timeouts.
import '@acacia/editor/merge';
import './files/merge.ts';
import './page.tsx';

const CODE = 'CREATE QUERY total() FOR GRAPH g { PRINT 7 AS n; }';
const KEPT = {
  name: 'total',
  graph: 'g',
  code: CODE,
  version: 'v1',
  syntax: 'GSQL v2',
  status: 'VALID',
  installed: true,
  installing: false,
  enabled: true,
  installMode: '',
  parameters: [],
  endpoint: {},
};

const RUN: WireRun = {
  ...{ id: '', type: 'GSQL', owner: 'ann', graph: 'g', title: '', origin: null, state: 'running' },
  ...{
    startedAt: '2026-01-01T00:00:00.000Z',
    ageMs: 0,
    endedAt: null,
    limits: { timeMs: 1000, memoryMb: 1 },
    error: null,
  },
  ...{ returnCode: null, graphAfter: 'g', rows: 1, answers: [], events: 0, kept: true },
  ...{ toFile: null, files: [], pinned: false },
};
const ANSWER: RunAnswer = {
  ...{ answer: 0, bytes: 9, whole: true, cut: null },
  tables: [{ table: 0, name: 'Values', rows: 1, columns: 1, unsortable: false }],
};
const gsql = (results: unknown) => ({ error: false, message: '', results });
const eventStream = (...events: readonly RunEvent[]): Response =>
  new Response(events.map((event) => `${JSON.stringify(event)}\n`).join(''));

const ADMIN: SimpleAuth = { name: 'ann', isSuperUser: true, roles: {}, privileges: {} };

/** A workspace with the graph g and one installed query. */
function workspace(asked: string[], may: SimpleAuth = ADMIN) {
  return ({ method, path }: WorkspaceCall): unknown => {
    asked.push(`${method} ${path.split('?')[0]}`);
    if (path.startsWith('/api/runs/limits')) return gsql({ timeMs: 1000, memoryMb: 1 });
    if (path === '/api/runs') return gsql([]);
    if (method === 'PUT' && path.startsWith('/api/runs/')) return gsql(RUN);
    if (path.includes('/events')) {
      return eventStream(
        { kind: 'answer', number: 0, answer: ANSWER },
        { kind: 'end', number: 1, run: { ...RUN, state: 'done' } },
      );
    }
    if (path.includes('/answers/')) return { message: '', warnings: [], profile: [], results: [{ n: 7 }] };
    if (path.includes('/rows'))
      return gsql({ columns: ['n'], total: 1, rows: [{ row: 0, cells: [7], cut: {} }] });
    if (path.startsWith('/gsql/v1/schema/graphs')) {
      return { graphs: [{ graphName: 'g', vertices: [], edges: [] }] };
    }
    if (path.startsWith('/gsql/v1/schema')) {
      return { error: false, message: '', results: { GraphName: 'g', VertexTypes: [], EdgeTypes: [] } };
    }
    if (path === '/gsql/v1/auth/simple') return gsql(may);
    if (path.startsWith('/gsql/v1/queries/info')) return { error: false, message: '', results: [KEPT] };
    return { error: false, message: '', results: [{ n: 7 }], vertexStyles: {}, edgeStyles: {} };
  };
}

let files: FileCloud;
const aFile = (id: string, content: string) => files.add({ file_id: id, name: `${id}.gsql` }, content);

beforeEach(() => {
  // The document of the tests has no layout, which the editor measures.
  Range.prototype.getClientRects = () => document.createElement('i').getClientRects();
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  files = createFileCloud();
  aFile('one', CODE);
  aFile('two', 'LS');
  localStorage.setItem(`acacia.editor.open.${anAdmin.id}.w1`, JSON.stringify(['one', 'two']));
});

it('runs the installed query of an unchanged file, and keeps the result with the file', async () => {
  const asked: string[] = [];
  renderConsole(
    '/editor?workspace_id=w1&graph_name=g&fileId=one',
    aCloud([aWorkgroup()], files.answers),
    true,
    workspace(asked),
  );
  await screen.findByText('No result');
  await userEvent.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByText('· 1 row');
  expect(asked.filter((call) => call.startsWith('PUT /api/runs/'))).toHaveLength(1);

  await userEvent.click(screen.getByRole('tab', { name: 'JSON' }));
  const open = within(screen.getByRole('list', { name: 'Open files' }));
  await userEvent.click(open.getByRole('button', { name: 'two.gsql' }));
  await screen.findByText('No result');
  expect(screen.queryByText('· 1 row')).toBeNull();
  await userEvent.click(open.getByRole('button', { name: 'one.gsql' }));
  await screen.findByText('· 1 row');
  expect(screen.getByRole('tab', { name: 'JSON' }).getAttribute('aria-selected')).toBe('true');
});

it('runs what was pressed before the text and its graph were there, as soon as they are', async () => {
  const begun: unknown[] = [];
  let give: (() => void) | undefined;
  const graphs = new Promise<void>((resolve) => {
    give = resolve;
  });
  const answer = workspace([]);
  renderConsole(
    '/editor?workspace_id=w1&fileId=two',
    aCloud([aWorkgroup()], files.answers),
    true,
    async (call) => {
      if (call.path.startsWith('/gsql/v1/schema/graphs')) await graphs;
      if (call.method === 'PUT' && call.path.startsWith('/api/runs/')) begun.push(call.body);
      return answer(call);
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('textbox', { name: 'GSQL text of two.gsql' });
  expect(begun).toEqual([]);
  give?.();
  await waitFor(() => expect(begun).toMatchObject([{ graph: 'g', text: 'LS' }]));
});

it('leaves a file open that nobody opened, when another is made beside it', async () => {
  localStorage.setItem(`acacia.editor.open.${anAdmin.id}.w1`, '[]');
  renderConsole(
    '/editor?workspace_id=w1&fileId=two',
    aCloud([aWorkgroup()], files.answers),
    true,
    workspace([]),
  );
  const open = within(await screen.findByRole('list', { name: 'Open files' }));
  const names = () => open.getAllByRole('listitem').map((item) => item.textContent);
  await waitFor(() => expect(names()).toEqual(['two.gsql']));
  await userEvent.click(screen.getAllByRole('button', { name: 'New file' }).at(-1) ?? document.body);
  expect(names()).toEqual(['two.gsql', 'draft.gsql•']);
});

/** The events of a run of GSQL text, with its output and the graph in use. */
const shellEnd = (text: string, returnCode: number, graphAfter = 'g'): Response =>
  eventStream(
    { kind: 'output', number: 0, text },
    {
      ...{ kind: 'end', number: 1 },
      run: {
        ...RUN,
        state: returnCode === 0 ? 'done' : 'failed',
        error: returnCode === 0 ? null : text,
        graphAfter,
      },
    },
  );

/**
 * Opens a file, beside another, whose statement is answered by `run`. Runs are kept for a session: each test has a file
 * of its own.
 */
async function openFile(id: string, statement: string, run: () => Response | Promise<Response>) {
  localStorage.clear();
  files = createFileCloud();
  aFile(id, statement);
  aFile('other', 'LS');
  localStorage.setItem(`acacia.editor.open.${anAdmin.id}.w1`, JSON.stringify([id, 'other']));
  const answers = workspace([]);
  const { router } = renderConsole(
    `/editor?workspace_id=w1&graph_name=g&fileId=${id}`,
    aCloud([aWorkgroup()], files.answers),
    true,
    (call) => (call.path.includes('/events') ? run() : answers(call)),
  );
  await screen.findByText('No result');
  await userEvent.click(screen.getByRole('button', { name: 'Run' }));
  const open = within(screen.getByRole('list', { name: 'Open files' }));
  return { router, show: (name: string) => userEvent.click(open.getByRole('button', { name })) };
}

const underlined = (): string | undefined =>
  document.querySelector('.cm-lintRange-error')?.textContent ?? undefined;
const FAULT = 'line 1, col 0\nThere is no such thing.';

it('underlines the errors of a run, also when another file was shown meanwhile, until the text changes', async () => {
  const { show } = await openFile('faulty', 'LS', () => shellEnd(FAULT, 1));
  await screen.findByRole('alert');
  await waitFor(() => expect(underlined()).toBe('LS'));
  await show('other.gsql');
  await screen.findByText('No result');
  expect(underlined()).toBeUndefined();
  await show('faulty.gsql');
  await waitFor(() => expect(underlined()).toBe('LS'));
  await userEvent.type(screen.getByRole('textbox', { name: 'GSQL text of faulty.gsql' }), ' ');
  await waitFor(() => expect(underlined()).toBeUndefined());
  await show('other.gsql');
  await show('faulty.gsql');
  await screen.findByRole('alert');
  expect(underlined()).toBeUndefined();
});

it('underlines the errors of a run that ended while another file was shown', async () => {
  let end: (response: Response) => void = () => undefined;
  const { show } = await openFile('slow', 'LS', () => new Promise((resolve) => (end = resolve)));
  await screen.findByLabelText('slow.gsql is running');
  await show('other.gsql');
  end(shellEnd(FAULT, 1));
  await waitFor(() => expect(screen.queryByLabelText('slow.gsql is running')).toBeNull());
  await show('slow.gsql');
  await waitFor(() => expect(underlined()).toBe('LS'));
});

it('leaves the graph of another page alone when a statement that changes the graph ends', async () => {
  let end: (response: Response) => void = () => undefined;
  const { router } = await openFile('use', 'USE GRAPH h', () => new Promise((resolve) => (end = resolve)));
  await screen.findByLabelText('use.gsql is running');
  await userEvent.click(screen.getByRole('link', { name: 'Load data' }));
  await screen.findByText('Drop files or folders here, or click to choose');
  const ended = new Promise<void>((resolve) => runStoreOf('w1').subscribe(resolve));
  end(shellEnd("Using graph 'h'", 0, 'h'));
  await ended;
  await router.load();
  expect(router.state.location.search).not.toMatchObject({ graph_name: 'h' });
});

/** Opens the editor at a file. */
function openEditor(id: string, more: Answers = {}) {
  const answers = { ...files.answers, ...more };
  renderConsole(
    `/editor?workspace_id=w1&graph_name=g&fileId=${id}`,
    aCloud([aWorkgroup()], answers),
    true,
    workspace([]),
  );
}
const textBox = (name: string) => screen.findByRole('textbox', { name: `GSQL text of ${name}` });

it('keeps the history of changes of a file whose tab is left', async () => {
  openEditor('two');
  await userEvent.type(await textBox('two.gsql'), ' GRAPH');
  const open = within(screen.getByRole('list', { name: 'Open files' }));
  await userEvent.click(open.getByRole('button', { name: 'one.gsql' }));
  await textBox('one.gsql');
  await userEvent.click(open.getByRole('button', { name: 'two.gsql' }));
  const box = await textBox('two.gsql');
  const typed = box.textContent;
  // Keys are one change where they follow one another quickly, which they do not on a busy machine.
  await userEvent.type(box, '{Control>}zzzzzz{/Control}');
  expect(typed).not.toBe('LS');
  await waitFor(() => expect(box.textContent).toBe('LS'));
});

it('says whose a file is that cannot be opened, and that one was deleted elsewhere', async () => {
  const { answers } = files;
  const getFile: Answers['getFile'] = (call) => {
    if (call.ids[0] === 'secret')
      throw new Refused('This file belongs to Ann, and is not shared with you.', 'Forbidden');
    return answers.getFile?.(call);
  };
  openEditor('secret', { getFile });
  await screen.findByText('This file belongs to Ann, and is not shared with you.');
  const open = within(screen.getByRole('list', { name: 'Open files' }));
  await userEvent.click(open.getByRole('button', { name: 'two.gsql' }));
  await userEvent.type(await textBox('two.gsql'), ' x');
  files.remove('two');
  expect((await screen.findByText(/This file was deleted/)).textContent).toContain('kept in this browser');
});

it('shows at once what somebody else saves', async () => {
  aFile('told', 'LS');
  openEditor('told', {});
  const box = await textBox('told.gsql');
  files.write('told', 'SHOW USER');
  // Without the wait it would be found by the next reading of the list, after 20 seconds.
  await waitFor(() => expect(box.textContent).toBe('SHOW USER'), { timeout: 10_000 });
});

it('shows both texts of a conflict and saves the one that is made of them', async () => {
  // Texts of the tests before are still in memory, by the ids of their files.
  aFile('three', 'LS');
  // Somebody else is quicker by a moment.
  let first = true;
  const saveFile: Answers['saveFile'] = (call) => {
    // A text of a test before may be sent meanwhile.
    if (call.ids[0] === 'three') {
      if (first) files.write('three', 'SHOW USER');
      first = false;
    }
    return files.answers.saveFile?.(call);
  };
  openEditor('three', { saveFile });
  await userEvent.type(await textBox('three.gsql'), '+');
  // By its text: roles of the whole page are looked at anew with each change of it, which takes long.
  await userEvent.click(await screen.findByText('Compare and merge', undefined, { timeout: 30_000 }));
  const dialog = within(await screen.findByRole('dialog', { name: 'three.gsql was changed by two people' }));
  const theirs = await dialog.findByRole('textbox', { name: 'Their text' });
  expect([theirs.textContent, files.text('three')]).toEqual(['SHOW USER', 'SHOW USER']);
  expect((await dialog.findByRole('textbox', { name: 'Your text' })).textContent).toContain('+');
  await userEvent.click(dialog.getByRole('button', { name: 'Save the text at the right' }));
  await waitFor(() => expect(files.text('three')).toContain('+'), { timeout: 30_000 });
});

it('keeps the text in sight while the workspace cannot be used, and reads its lists again when it can', async () => {
  aFile('four', 'LS');
  const asked: string[] = [];
  let status: 'Active' | 'Stopped' = 'Active';
  const listWorkgroups = () => [aWorkgroup({ workspaces: [aWorkspace({ status })] })];
  const { queryClient } = renderConsole(
    '/editor?workspace_id=w1&graph_name=g&fileId=four',
    aCloud([], { ...files.answers, listWorkgroups }),
    true,
    workspace(asked),
  );
  await textBox('four.gsql');
  status = 'Stopped';
  await act(() => queryClient.invalidateQueries({ queryKey: workgroupKeys.all }));
  expect(await screen.findByText('Workspace-1 is Stopped')).toBeTruthy();
  await userEvent.type(await textBox('four.gsql'), '+');
  await waitFor(() => expect(files.text('four')).toContain('+'), { timeout: 20_000 });
  asked.length = 0;
  status = 'Active';
  await act(() => queryClient.invalidateQueries({ queryKey: workgroupKeys.all }));
  await waitFor(() => expect(asked).toContain('GET /gsql/v1/schema/graphs'));
  expect(screen.queryByText('Workspace-1 is Stopped')).toBeNull();
});

it('stores a temporary file under a name, and brings files of this browser over', async () => {
  files = createFileCloud();
  localStorage.clear();
  localStorage.setItem(
    `acacia.files.${anAdmin.id}.w1.old`,
    JSON.stringify({ id: 'old', name: 'old.gsql', content: 'LS', created_at: 1, updated_at: 1 }),
  );
  renderConsole(
    '/editor?workspace_id=w1&graph_name=g',
    aCloud([aWorkgroup()], files.answers),
    true,
    workspace([]),
  );
  await screen.findByRole('button', { name: /^Files of Workspace-1/ });
  expect(localStorage.getItem(`acacia.files.${anAdmin.id}.w1.old`)).toBeNull();
  await userEvent.click(screen.getAllByRole('button', { name: 'New file' }).at(-1) ?? document.body);
  await userEvent.click(await screen.findByRole('button', { name: 'Save as file' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as file' }));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await userEvent.clear(name);
  await userEvent.type(name, 'a/b');
  await dialog.findByText('A name has no slashes.');
  await userEvent.clear(name);
  await userEvent.type(name, 'kept.gsql');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await within(screen.getByRole('list', { name: 'Open files' })).findByRole('button', { name: 'kept.gsql' });
});

it('has the ready queries of the graph in sight while the file is empty, and runs them', async () => {
  aFile('blank', '');
  openEditor('blank');
  const ready = within(await screen.findByRole('region', { name: 'Queries of g that are ready' }));
  await userEvent.click(ready.getByRole('button', { name: 'total' }));
  const bar = within(await screen.findByRole('region', { name: 'Parameters of total' }));
  expect(bar.getByText('No parameters.')).toBeTruthy();
  await userEvent.click(bar.getByRole('button', { name: 'Run query' }));
  await screen.findByText('· 1 row');
  await userEvent.type(await textBox('blank.gsql'), 'LS');
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Queries of g that are ready' })).toBeNull(),
  );
});

it('has statements to begin with where the graph has no queries, and runs one', async () => {
  aFile('blank', '');
  const answers = workspace([]);
  const begun: unknown[] = [];
  const vertex = {
    Name: 'Ship',
    Attributes: [],
    PrimaryId: { AttributeName: 'id', AttributeType: { Name: 'STRING' }, PrimaryIdAsAttribute: true },
    Config: { STATS: 'OUTDEGREE_BY_EDGETYPE' },
  };
  renderConsole(
    '/editor?workspace_id=w1&graph_name=g&fileId=blank',
    aCloud([aWorkgroup()], files.answers),
    true,
    (call) => {
      if (call.path.startsWith('/gsql/v1/queries/info')) return gsql([]);
      if (call.path.startsWith('/gsql/v1/schema/graphs')) return answers(call);
      if (call.path.startsWith('/gsql/v1/schema'))
        return gsql({ GraphName: 'g', VertexTypes: [vertex], EdgeTypes: [] });
      if (call.method === 'PUT' && call.path.startsWith('/api/runs/')) begun.push(call.body);
      return answers(call);
    },
  );
  const begin = within(await screen.findByRole('region', { name: 'Statements to begin with in g' }));
  await userEvent.click(begin.getByRole('button', { name: 'Some Ship' }));
  await screen.findByText('· 1 row');
  expect(JSON.stringify(begun)).toContain('SELECT v FROM (v:Ship) LIMIT 10');
  expect(screen.queryByRole('region', { name: 'Statements to begin with in g' })).toBeNull();
});

it('opens the query that the address names, with its values, and says so where there is none', async () => {
  const limited = { ...KEPT, parameters: [{ paramName: 'k', paramType: 'INT' }] };
  const answers = workspace([]);
  const { router } = renderConsole(
    `/editor?workspace_id=w1&graph_name=g&query=total&values=${encodeURIComponent('{"k":5}')}`,
    aCloud([aWorkgroup()], files.answers),
    true,
    (call) => (call.path.startsWith('/gsql/v1/queries/info') ? gsql([limited]) : answers(call)),
  );
  const open = within(await screen.findByRole('list', { name: 'Open files' }));
  await open.findByRole('button', { name: /^total\.gsql/ });
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^k/ })).value).toBe('5');
  expect(router.state.location.search).not.toHaveProperty('query');
  expect(router.state.location.search).not.toHaveProperty('values');
  await router.navigate({
    to: '/editor',
    search: { workspace_id: 'w1', graph_name: 'g', query: 'gone', values: 'no JSON' },
  });
  expect(await screen.findByText(/The graph has no query ‘gone’/)).toBeTruthy();
});

it('tells beforehand what a person without privileges may not do', async () => {
  const nobody = { name: 'bob', isSuperUser: false, roles: { g: ['observer'] }, privileges: {} };
  renderConsole(
    '/editor?workspace_id=w1&graph_name=g&fileId=one',
    aCloud([aWorkgroup()], files.answers),
    true,
    workspace([], nobody),
  );
  await userEvent.click(await screen.findByRole('tab', { name: 'Queries' }));
  const run = await screen.findByRole('button', { name: 'Run total' });
  await waitFor(() =>
    expect(run.getAttribute('aria-description')).toContain(
      'needs the privilege EXECUTE_QUERY in the graph g',
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Actions for total' }));
  const drop = await screen.findByRole('menuitem', { name: 'Delete' });
  expect(drop.getAttribute('aria-description')).toContain('DROP_QUERY');
  expect(screen.getByRole('menuitem', { name: 'Endpoint' }).getAttribute('aria-disabled')).toBeNull();
});

it.each([
  [[], /^Loading data needs the privilege WRITE_LOADINGJOB in the graph g/],
  [['WRITE_SCHEMA', 'WRITE_LOADINGJOB'], /^Uploading files needs the privilege WRITE_FILE everywhere/],
])('says in Load data which privilege is missing beside %j', async (privileges, sentence) => {
  const designer = { name: 'bob', isSuperUser: false, roles: { g: ['designer'] } };
  renderConsole(
    '/ingestion?workspace_id=w1&graph_name=g',
    aCloud([aWorkgroup()]),
    true,
    workspace([], { ...designer, privileges: { g: { privileges } } }),
  );
  await screen.findByText(sentence);
});
