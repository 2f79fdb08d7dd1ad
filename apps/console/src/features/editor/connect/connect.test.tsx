import { offeredEndpoints, type RunAnswer, type RunEvent, type WireRun } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { anAddon, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import {
  Refused,
  renderConsole,
  type Answers,
  type WorkspaceCall,
} from '../../../testing/render-console.tsx';

const PARAMETER = { type: 'INT64', min_count: 1, max_count: 1 };
const QUERIES = {
  'GET /query/g/near': { enabled: true, parameters: { k: PARAMETER } },
  'POST /query/g/near': { enabled: true, parameters: { k: PARAMETER } },
};
const BUILTIN = Object.fromEntries(
  Object.entries(offeredEndpoints()).map(([key, { parameters }]) => [key, { enabled: true, parameters }]),
);
const restpp = (results: unknown) => ({ error: false, message: '', results });

interface Given {
  readonly workspace?: Parameters<typeof aWorkspace>[0];
  readonly graphs?: readonly string[];
  readonly cloud?: Answers;
  readonly answer?: (call: WorkspaceCall) => unknown;
}

async function connect(item: string, { workspace = {}, graphs = ['g'], cloud = {}, answer }: Given = {}) {
  const sent: WorkspaceCall[] = [];
  renderConsole(
    '/groups/g1?tab=workspaces',
    aCloud([aWorkgroup({ workspaces: [aWorkspace(workspace)] })], { listAddons: () => [], ...cloud }),
    true,
    (call) => {
      sent.push(call);
      if (call.path.startsWith('/gsql/v1/schema/graphs')) {
        return {
          error: false,
          message: '',
          graphs: graphs.map((graphName) => ({ graphName, vertices: [], edges: [] })),
        };
      }
      if (call.path.startsWith('/gsql/v1/schema')) {
        return restpp({ GraphName: 'g', VertexTypes: [], EdgeTypes: [] });
      }
      if (call.path.startsWith('/api/restpp/endpoints')) {
        return restpp(call.path.includes('builtin') ? BUILTIN : QUERIES);
      }
      if (answer === undefined) throw new Refused(`no answer for ${call.path}`);
      return answer(call);
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  return sent;
}

const endpoints = async () => within(await screen.findByRole('list', { name: 'Endpoints' }));

it('tries an endpoint from the page, shows its answer and its errors', async () => {
  let fails = true;
  const limits = { timeMs: 1000, memoryMb: 1 };
  const answer: RunAnswer = { ...{ answer: 0, bytes: 9, whole: true, cut: null }, tables: [] };
  const run: WireRun = {
    ...{ id: '', type: 'API', owner: 'ann', graph: 'g', title: '', origin: null, state: 'done', limits },
    ...{ startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:01.000Z', error: null, rows: 1 },
    ...{
      ageMs: 1000,
      returnCode: 0,
      graphAfter: 'g',
      answers: [answer],
      toFile: null,
      files: [],
      pinned: false,
    },
    ...{ events: 1, kept: true },
  };
  const failed: WireRun = {
    ...run,
    state: 'failed',
    returnCode: 408,
    error: 'The query was aborted.',
    answers: [],
  };
  const sent = await connect('Connect from API', {
    answer: ({ method, path }) => {
      if (path.startsWith('/gsql/v1/queries/info')) return restpp([]);
      if (method === 'PUT') return restpp({ ...run, state: 'running' });
      if (path.includes('/answers/'))
        return { message: '', warnings: [], profile: [], results: [{ answer: 42 }] };
      const end: RunEvent = { kind: 'end', number: 0, run: fails ? failed : run };
      return new Response(`${JSON.stringify(end)}\n`);
    },
  });
  await userEvent.click((await endpoints()).getByRole('button', { name: /GET.*near/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Run near' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'k' }), '7');
  await userEvent.click(dialog.getByRole('button', { name: 'Run' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('The query was aborted.');
  fails = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Run' }));
  await dialog.findByText(/^Answered in/);
  const started = sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(started[1]).toEqual({
    ...{ type: 'API', graph: 'g', method: 'GET', path: '/restpp/query/g/near', params: { k: ['7'] } },
    ...{ payload: null, limits: { timeMs: 0, memoryMb: 0 }, profile: false },
  });
});

it('has the endpoint, a token and a first program in one sheet', async () => {
  await connect('Connect from API');
  const how = within(await screen.findByRole('region', { name: 'How to connect' }));
  expect(how.getByText('http://localhost:14240')).toBeTruthy();
  await userEvent.click(await how.findByRole('button', { name: 'Code to connect' }));
  const code = () => how.getByLabelText(/ code$/).textContent;
  expect(code()).toContain("curl -X POST 'http://localhost:14240/restpp/builtins/g'");
  await userEvent.click(how.getByText('pyTigerGraph'));
  expect(code()).toContain('conn.getVertexCount("*")');
  await userEvent.click(how.getByRole('button', { name: 'Generate database token' }));
  expect(await screen.findByRole('dialog', { name: 'Generate database token' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Generate database token' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Connect from API' })).toBeTruthy();
});

it('has no link and no empty address where the host is unusable', async () => {
  const addons = [
    anAddon({ ID: 'adminportal', AddonsID: 'adminportal', Title: 'Admin Portal', Path: '/admin' }),
  ];
  renderConsole(
    '/groups/g1?tab=workspaces',
    aCloud([aWorkgroup({ workspaces: [aWorkspace({ nginx_host: '' })] })], { listAddons: () => addons }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
  const reason = 'The workspace has no usable host.';
  for (const name of ['Admin Portal', 'Connect from API', 'Generate database token']) {
    const item = await screen.findByRole('menuitem', { name });
    expect([item.getAttribute('href'), item.getAttribute('aria-description')]).toEqual([null, reason]);
  }
  expect(document.querySelector('a[href=""], a[href="http://"]')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy workspace host' })).toBeNull();
});

it('lists of a read-only workspace what is read, and finds by search', async () => {
  await connect('Connect from API', { workspace: { is_rw: false } });
  expect((await endpoints()).getAllByRole('button')).toHaveLength(1);
  await userEvent.type(screen.getByRole('textbox', { name: 'Search endpoints' }), 'nothing of the kind');
  expect(await screen.findByText('No endpoints available')).toBeTruthy();
});

it('says that there is no schema', async () => {
  await connect('Connect from API', { graphs: [] });
  expect(await screen.findByText('Graph schema is empty, please create graph schema.')).toBeTruthy();
});

it('makes a secret of the trimmed alias and shows its token once', async () => {
  const sent = await connect('Generate database token', {
    answer: ({ path }) =>
      path.startsWith('/gsql/v1/secrets')
        ? restpp({ alias: 'mine', value: 's3cret', expiration: '2027-01-01T00:00:00.000Z' })
        : { error: false, message: '', token: 'jwt', expiration: 'Fri Jan 1', results: { token: 'jwt' } },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Generate database token' }));
  const create = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create' });
  await userEvent.type(dialog.getByRole('textbox', { name: /Secret alias/ }), '  ');
  expect(create.disabled).toBe(true);
  await userEvent.type(dialog.getByRole('textbox', { name: /Secret alias/ }), 'mine ');
  await userEvent.click(create);
  expect((await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Token' })).value).toBe('jwt');
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/gsql/v1/secrets?alias=mine', undefined],
    ['/gsql/v1/tokens', { secret: 's3cret' }],
  ]);
  await userEvent.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByDisplayValue('jwt')).toBeNull());
});

it('drops the secret of which no token came, and says why', async () => {
  const sent = await connect('Generate database token', {
    answer: ({ method, path }) => {
      if (path === '/gsql/v1/tokens') throw new Refused('The disk is full.');
      return method === 'DELETE'
        ? restpp(null)
        : restpp({ alias: 'mine', value: 's', expiration: '2027-01-01T00:00:00.000Z' });
    },
  });
  await userEvent.type(await screen.findByRole('textbox', { name: /Secret alias/ }), 'mine');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('The disk is full.')).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/gsql/v1/secrets/mine' });
});

it('offers add-ons by their rules', async () => {
  const addons = [
    anAddon({ ID: 'adminportal', AddonsID: 'adminportal', Title: 'Admin Portal', Path: '/admin' }),
    anAddon({ ID: 'insights', AddonsID: 'insights', Title: 'Insights', Path: '/insights' }),
    anAddon({ ID: 'copilot', AddonsID: 'copilot', Title: 'Co-pilot', ReadWriteOnly: true }),
  ];
  await connect('Connect from API', { workspace: { is_rw: false }, cloud: { listAddons: () => addons } });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
  const portal = await screen.findByRole('menuitem', { name: 'Admin Portal' });
  expect(portal.getAttribute('href')).toBe('http://localhost:14240/admin');
  expect(portal.getAttribute('target')).toBe('_blank');
  const insights = screen.getByRole('menuitem', { name: 'Insights' });
  expect(insights.getAttribute('aria-description')).toMatch(/not switched on/);
  expect(screen.queryByRole('menuitem', { name: 'Co-pilot' })).toBeNull();
});
