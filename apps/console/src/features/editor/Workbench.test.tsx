import { userEvent } from '@acacia/ui/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, aWorkgroup } from '../../testing/records.ts';
import { renderConsole, type WorkspaceCall } from '../../testing/render-console.tsx';

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
