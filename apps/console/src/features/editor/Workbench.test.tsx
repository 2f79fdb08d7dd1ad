import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, aWorkgroup } from '../../testing/records.ts';
import { renderConsole, type WorkspaceCall } from '../../testing/render-console.tsx';
import { runStoreOf } from './run/run-store.ts';

const CODE = 'CREATE QUERY total() FOR GRAPH g { PRINT 7 AS n; }';
const KEPT = {
  name: 'total',
  graph: 'g',
  code: CODE,
  syntax: 'GSQL v2',
  status: 'VALID',
  installed: true,
  installing: false,
  enabled: true,
  installMode: '',
  parameters: [],
  endpoint: {},
};

/** A workspace with the graph g and one installed query. */
function workspace(asked: string[]) {
  return ({ method, path }: WorkspaceCall): unknown => {
    asked.push(`${method} ${path.split('?')[0]}`);
    if (path.startsWith('/gsql/v1/schema/graphs')) {
      return { graphs: [{ graphName: 'g', vertices: [], edges: [] }] };
    }
    if (path.startsWith('/gsql/v1/schema')) {
      return { error: false, message: '', results: { GraphName: 'g', VertexTypes: [], EdgeTypes: [] } };
    }
    if (path.startsWith('/gsql/v1/queries/info')) return { error: false, message: '', results: [KEPT] };
    return { error: false, message: '', results: [{ n: 7 }], vertexStyles: {}, edgeStyles: {} };
  };
}

const aFile = (id: string, content: string) =>
  localStorage.setItem(
    `acacia.files.${anAdmin.id}.w1.${id}`,
    JSON.stringify({ id, name: `${id}.gsql`, content, created_at: 1, updated_at: 1 }),
  );

beforeEach(() => {
  // The document of the tests has no layout, which the editor measures.
  Range.prototype.getClientRects = () => document.createElement('i').getClientRects();
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  aFile('one', CODE);
  aFile('two', 'LS');
  localStorage.setItem(`acacia.editor.open.${anAdmin.id}.w1`, JSON.stringify(['one', 'two']));
});

it('runs the installed query of an unchanged file, and keeps the result with the file', async () => {
  const asked: string[] = [];
  renderConsole(
    '/editor?workspace_id=w1&graph_name=g&fileId=one',
    aCloud([aWorkgroup()]),
    true,
    workspace(asked),
  );
  await screen.findByText('No result');
  await userEvent.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByText('· 1 row');
  expect(asked).toContain('POST /restpp/query/g/total');
  expect(asked).not.toContain('POST /api/gsql-command');

  await userEvent.click(screen.getByRole('tab', { name: 'JSON' }));
  const open = within(screen.getByRole('list', { name: 'Open files' }));
  await userEvent.click(open.getByRole('button', { name: 'two.gsql' }));
  await screen.findByText('No result');
  expect(screen.queryByText('· 1 row')).toBeNull();
  await userEvent.click(open.getByRole('button', { name: 'one.gsql' }));
  await screen.findByText('· 1 row');
  expect(screen.getByRole('tab', { name: 'JSON' }).getAttribute('aria-selected')).toBe('true');
});

it('leaves a file open that nobody opened, when another is made beside it', async () => {
  localStorage.setItem(`acacia.editor.open.${anAdmin.id}.w1`, '[]');
  renderConsole('/editor?workspace_id=w1&fileId=two', aCloud([aWorkgroup()]), true, workspace([]));
  const open = within(await screen.findByRole('list', { name: 'Open files' }));
  const names = () => open.getAllByRole('listitem').map((item) => item.textContent);
  expect(names()).toEqual(['two.gsql']);
  await userEvent.click(screen.getAllByRole('button', { name: 'New file' })[0] ?? document.body);
  expect(names()).toEqual(['two.gsql', 'draft.gsql']);
});

/** The end of a command of the shell, with its output and the graph in use. */
const shellEnd = (results: string, returnCode: number, graph = 'g'): Response =>
  new Response(`data: ${JSON.stringify({ results, done: true, returnCode, graph })}\n\n`);

/**
 * Opens a file, beside another, whose statement is answered by `run`. Runs are kept for a session: each test has a file
 * of its own.
 */
async function openFile(id: string, statement: string, run: () => Response | Promise<Response>) {
  localStorage.clear();
  aFile(id, statement);
  aFile('other', 'LS');
  localStorage.setItem(`acacia.editor.open.${anAdmin.id}.w1`, JSON.stringify([id, 'other']));
  const answers = workspace([]);
  const { router } = renderConsole(
    `/editor?workspace_id=w1&graph_name=g&fileId=${id}`,
    aCloud([aWorkgroup()]),
    true,
    (call) => (call.path.startsWith('/api/gsql-command') ? run() : answers(call)),
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
  await screen.findByText('Design a schema first');
  const ended = new Promise<void>((resolve) => runStoreOf('w1').subscribe(resolve));
  end(shellEnd("Using graph 'h'", 0, 'h'));
  await ended;
  await router.load();
  expect(router.state.location.search).not.toMatchObject({ graph_name: 'h' });
});
