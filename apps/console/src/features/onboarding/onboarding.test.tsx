import type { WireLoadStatus, WireProposal } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { eventsOfCloud } from '../../testing/events.ts';
import { aSolution, aWorkgroup, aWorkspace } from '../../testing/records.ts';
import { Refused, renderConsole, type WorkspaceCall } from '../../testing/render-console.tsx';
import { windowOf } from '../../testing/window-width.ts';
import { aSample, OPTIONS } from '../ingestion/testing.ts';
// Loaded with the file, so that loading does not count against the test's timeout.
import './build-page.tsx';
import './import-page.tsx';
import './result-page.tsx';
import './schema-page.tsx';
import './setting-up-page.tsx';

const judged = { confidence: 0.9, reason: 'Its values differ.' };
const PROPOSAL: WireProposal = {
  vertices: [
    { name: 'Ordr', table: 0, key: { name: 'id', type: 'STRING', column: 0 }, attributes: [], ...judged },
  ],
  edges: [],
};
const SOURCE = { file: 'orders.csv', options: OPTIONS };
const DRAFT = {
  consent: true,
  files: [{ name: 'orders.csv', path: 'orders.csv', size: 9, columns: 1, options: OPTIONS }],
  leftOut: [],
  proposal: null,
  provider: '',
  said: '',
  graph: '',
  load: null,
};
/** The import as the cloud keeps it. */
let kept: { version: number; draft: object | null } = { version: 0, draft: null };
function keep(draft: object): void {
  kept = { version: 3, draft: { ...DRAFT, ...draft } };
}
/** A save that finds another version. */
let elsewhere: typeof kept | null = null;
const IMPORTS = {
  getImportDraft: () => kept,
  saveImportDraft: ({ body }: { readonly body?: unknown }) => {
    if (elsewhere !== null)
      throw new Refused('Your import has changed.', 'Precondition-Failed', '', elsewhere);
    kept = { version: kept.version + 1, ...(body as { draft: object | null }) };
    return { version: kept.version };
  },
};

const results = (of: unknown): unknown => ({ error: false, message: '', results: of });

function aLoad(status: WireLoadStatus['overall']['status']): WireLoadStatus {
  const fileLevel = {
    validLine: 3,
    rejectLine: 0,
    notEnoughToken: 0,
    oversizeToken: 0,
    failedConditionLine: 0,
    surplusToken: 0,
    invalidJson: 0,
  };
  return {
    overall: {
      id: 'g.j.1',
      jobName: 'j',
      graphName: 'Shop',
      status,
      error: null,
      progress: 1,
      startTime: 0,
      endTime: 1,
      duration: 1,
      size: 9,
      averageSpeed: 9,
      currentSpeed: 0,
      dryRun: false,
      resumable: false,
      statistics: { fileLevel, objectLevel: { vertex: [], edge: [] } },
    },
    workers: [],
  };
}

/** Calls of the workspace that change something. */
let done: string[] = [];
let graphs: string[] = [];
/** The files of the workspace, by their number of columns. */
let widths: Readonly<Record<string, number>> = {};
beforeEach(() => {
  widths = { 'orders.csv': 1 };
  done = [];
  graphs = [];
  localStorage.clear();
  kept = { version: 0, draft: null };
  elsewhere = null;
});

const workspace =
  (load: WireLoadStatus) =>
  ({ method, path, body }: WorkspaceCall): unknown => {
    const address = path.split('?')[0] ?? '';
    if (method !== 'GET' && !/data-s|builtins/.test(address)) done.push(`${method} ${address}`);
    if (address === '/gsql/v1/schema/graphs' && method === 'GET') {
      return { graphs: graphs.map((graphName) => ({ graphName, vertices: [], edges: [] })) };
    }
    if (address === '/api/data-files') {
      const modifiedAt = '2026-01-31T00:00:00Z';
      return results(Object.keys(widths).map((name) => ({ name, size: 9, modifiedAt, path: name })));
    }
    if (address === '/api/data-schema') return results(PROPOSAL);
    if (address === '/api/data-sample') {
      const { file } = body as { readonly file: string };
      return results({ ...aSample(file, ['id']), columnCount: widths[file] });
    }
    if (address === '/gsql/v1/loading-jobs/status/g.j.1') return results([load]);
    if (address === '/gsql/v1/loading-jobs/status') return results([load]);
    if (address === '/gsql/v1/loading-jobs') return results([]);
    if (address.startsWith('/restpp/builtins')) {
      const { function: asked } = body as { readonly function: string };
      return results(asked === 'stat_vertex_number' ? [{ v_type: 'Order', count: 3 }] : []);
    }
    return results({ GraphName: 'Shop', VertexTypes: [], EdgeTypes: [] });
  };

const open = (page: string, more: Parameters<typeof aCloud>[1] = {}, load = aLoad('finished')) =>
  renderConsole(
    `/onboarding/${page}?workspace_id=w1`,
    aCloud([aWorkgroup({ workspaces: [aWorkspace()] })], { ...IMPORTS, ...more }),
    true,
    workspace(load),
  );

it('takes files once the person has agreed, and asks a language model that they choose', async () => {
  keep({ consent: false });
  const stored = (Name: string, Model: string) => JSON.stringify({ Name, Provider: 'Ollama', Model });
  open('import-csv', {
    listAddonConfigs: () => [
      { ID: 'p1', ConfigValue: stored('Ours', 'small') },
      { ID: 'p2', ConfigValue: stored('Not set up', '') },
    ],
  });
  const consent = await screen.findByRole('checkbox', { name: /^I may use these files/ });
  expect(screen.queryByLabelText('Choose files')).toBeNull();
  const goOn = screen.getByRole('button', { name: 'Continue' });
  expect(goOn.getAttribute('aria-description')).toBe('Agree first.');
  await userEvent.click(consent);
  await screen.findByLabelText('Choose files');
  await userEvent.click(await screen.findByRole('combobox', { name: 'Also ask a language model' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Ours (small)',
  ]);
  await userEvent.click(screen.getByRole('option', { name: 'Ours (small)' }));
  await waitFor(() => expect(JSON.stringify(kept.draft)).toContain('"provider":"p1"'));
});

it('begins with other files after a graph was built, whose files it lists no more', async () => {
  keep({ graph: 'Shop', load: 'g.j.1' });
  open('import-csv');
  await screen.findByText('These files are those of the graph Shop.');
  expect(screen.getByRole('checkbox', { name: 'Import orders.csv' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Begin with other files' }));
  await waitFor(() => expect(kept).toMatchObject({ draft: { files: [], graph: '', load: null } }));
  expect(screen.queryByRole('checkbox', { name: 'Import orders.csv' })).toBeNull();
  expect(screen.queryByText('These files are those of the graph Shop.')).toBeNull();
  expect(done).toEqual([]);
});

it('shows the import as it was changed in another browser', async () => {
  keep({ consent: false });
  open('import-csv');
  const consent = await screen.findByRole('checkbox', { name: /^I may use these files/ });
  // The page has kept the files that it found.
  await waitFor(() => expect(kept.version).toBe(4));
  elsewhere = { version: 9, draft: { ...DRAFT, consent: false } };
  await userEvent.click(consent);
  await screen.findByText(/changed in another window or browser/);
  expect(consent).toHaveProperty('checked', false);
  elsewhere = null;
  await userEvent.click(consent);
  await waitFor(() => expect(kept).toMatchObject({ draft: { consent: true } }));
});

it('goes on once the files of another visit are all back, so that none is taken unjudged', async () => {
  widths = { 'orders.csv': 1, 'wide.csv': 121 };
  const file = (name: string) => ({ name, path: name, size: 9, columns: 1, options: OPTIONS });
  keep({ files: [file('orders.csv'), file('wide.csv')] });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answer = workspace(aLoad('finished'));
  renderConsole(
    '/onboarding/import-csv?workspace_id=w1',
    aCloud([aWorkgroup({ workspaces: [aWorkspace()] })], IMPORTS),
    true,
    async (call) => {
      if (call.path.includes('data-sample') && JSON.stringify(call.body).includes('wide.csv')) await held;
      return answer(call);
    },
  );
  await screen.findByRole('checkbox', { name: 'Import orders.csv' });
  const goOn = () => screen.getByRole('button', { name: 'Continue' });
  expect(goOn().getAttribute('aria-description')).toBe('Your files are being read.');
  release();
  await waitFor(() => expect(goOn().getAttribute('aria-description')).toBeNull());
  await userEvent.click(goOn());
  await waitFor(() => expect(kept).toMatchObject({ draft: { leftOut: ['wide.csv'] } }));
});

const advice = {
  vertices: [{ name: 'Ordr', to: 'Purchase', reason: 'Its name was cut.' }],
  edges: [],
  links: [],
};

it.each([
  [
    'answers',
    () => ({ advice, provider: 'Ours', reason: '' }),
    'Ours changed 1 of the names and edges below: each says why.',
    'Purchase',
  ],
  [
    'answers nonsense',
    () => ({ advice: null, provider: 'Ours', reason: 'The answer of Ours is not of the form.' }),
    'The answer of Ours is not of the form. The schema is as it was found in the files.',
    'Ordr',
  ],
  [
    'is gone',
    () => {
      throw new Refused('There is no such LLM provider.');
    },
    'There is no such LLM provider. The schema is as it was found in the files.',
    'Ordr',
  ],
])('says so where the chosen language model %s', async (_, adviseSchema, said, name) => {
  keep({ provider: 'p' });
  const { calls } = open('check-schema', { adviseSchema });
  expect(await screen.findByText(said)).toBeDefined();
  expect(screen.getByRole('textbox', { name: `Name of ${name}` })).toBeDefined();
  expect(calls.filter(({ call }) => call === 'adviseSchema')).toMatchObject([
    { body: { provider_id: 'p', vertices: ['Ordr'], tables: [{ name: 'orders.csv' }] } },
  ]);
});

it('says why within the one column of a phone', async () => {
  windowOf(390);
  keep({});
  open('check-schema');
  const table = await screen.findByRole('table', { name: 'Vertex types' });
  expect(within(table).getAllByRole('columnheader')).toHaveLength(1);
  expect(within(table).getByText('90 %: Its values differ.')).toBeDefined();
});

it('shows which files are imported in the one column of a phone', async () => {
  windowOf(390);
  keep({ consent: true });
  open('import-csv');
  const table = await screen.findByRole('table', { name: 'Files to import' });
  expect(within(table).getAllByRole('columnheader')).toHaveLength(1);
  await userEvent.click(within(table).getByRole('checkbox', { name: 'Import orders.csv' }));
  expect(await within(table).findByText('You left it out.')).toBeDefined();
});

it('leaves out a file whose columns are too many with the others, until another is left out', async () => {
  widths = { 'orders.csv': 80, 'lines.csv': 41 };
  const [first] = DRAFT.files;
  keep({ files: Object.keys(widths).map((name) => ({ ...first, name, path: name })) });
  open('import-csv');
  const table = within(await screen.findByRole('table', { name: 'Files to import' }));
  await table.findByText(
    'The files have 121 columns together, of which at most 120 can be imported at once: lines.csv is left out. Leave out others to import it, or use Load data.',
  );
  const lines = () => table.getByRole('checkbox', { name: 'Import lines.csv' });
  expect(lines()).toMatchObject({ checked: false, disabled: true });
  await userEvent.click(table.getByRole('checkbox', { name: 'Import orders.csv' }));
  await waitFor(() => expect(lines()).toMatchObject({ checked: true, disabled: false }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(kept.draft).toMatchObject({ leftOut: ['orders.csv'] }));
});

it('refuses the name of a graph that is there, and suggests another', async () => {
  graphs = ['orders'];
  keep({});
  open('check-schema');
  const name = await screen.findByRole('textbox', { name: 'Name of the graph' });
  expect(name.getAttribute('value')).toBe('orders_2');
  await userEvent.clear(name);
  await userEvent.type(name, 'orders');
  expect(await screen.findByText('The workspace has a graph of this name. Choose another.')).toBeDefined();
});

const built = {
  graph: 'Shop',
  proposal: { sources: JSON.stringify([SOURCE]), edited: { ...PROPOSAL, leftOut: [] } },
  load: 'g.j.1',
};

it('follows a load whose page was left, without beginning another one', async () => {
  graphs = ['Shop'];
  keep(built);
  const { router } = open('ai-build-graph', { getDataProfile: () => new Promise(() => undefined) });
  await screen.findByRole('heading', { name: 'Your graph is ready' });
  expect(router.state.location.search).toMatchObject({ workspace_id: 'w1', graph_name: 'Shop' });
  expect(done).toEqual([]);
});

it('says that a cancelled load left nothing, and drops its graph to change the schema', async () => {
  graphs = ['Shop'];
  keep(built);
  open('ai-build-graph', {}, aLoad('aborted'));
  await screen.findByText('The load was cancelled; nothing of it was kept.');
  await userEvent.click(screen.getByRole('button', { name: 'Change the schema' }));
  // It has data of somebody else by now.
  await screen.findByText('The graph Shop has data by now, and is kept. Choose another name.');
  await screen.findByRole('heading', { name: 'Review the schema' });
  expect(done).toEqual([]);
});

it('sets up a first workspace, and says why where there is none', async () => {
  let refused = true;
  const { router } = open('setting-up-workspace', {
    acquireWorkgroup: () => {
      if (refused) throw new Refused('There is no place.', 'Conflict');
      return { workgroup_id: 'g1' };
    },
  });
  await screen.findByText('Failed to acquire workspace.');
  await screen.findByText('There is no place.');
  refused = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'How would you like to begin?' });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ workspace_id: 'w1' }));
});

it('goes on without a question where the home page had it answered', async () => {
  renderConsole(
    '/onboarding/setting-up-workspace?source=files',
    aCloud([aWorkgroup({ workspaces: [aWorkspace()] })], {
      ...IMPORTS,
      acquireWorkgroup: () => ({ workgroup_id: 'g1' }),
    }),
    true,
    workspace(aLoad('finished')),
  );
  await screen.findByRole('heading', { name: 'Bring your files' });
});

describe('the wait for the first workspace', () => {
  afterEach(() => void vi.useRealTimers());
  const begin = (events: () => Response) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let now = aWorkspace({ status: 'Pending' });
    const { calls } = renderConsole(
      '/onboarding/setting-up-workspace?source=files',
      aCloud([aWorkgroup({ workspaces: [aWorkspace()] })], {
        ...IMPORTS,
        events,
        acquireWorkgroup: () => ({ workgroup_id: 'g1' }),
        getWorkgroup: () => aWorkgroup({ workspaces: [now] }),
      }),
      true,
      workspace(aLoad('finished')),
    );
    return {
      looks: () => calls.filter(({ call }) => call === 'getWorkgroup').length,
      becomeActive: () => {
        now = aWorkspace();
      },
      fail: (err_message: string) => {
        now = aWorkspace({ status: 'Error', err_message });
      },
    };
  };

  it('ends at once by an event, and asks seldom meanwhile', async () => {
    const events = eventsOfCloud();
    const { looks, becomeActive } = begin(events.answer);
    await vi.waitFor(() => expect([events.count(), looks()]).toEqual([1, 1]), { timeout: 30_000 });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(looks()).toBe(1);
    becomeActive();
    events.tell({ kind: 'workspace', workgroup_id: 'g1', workspace_id: 'w1' });
    await screen.findByRole('heading', { name: 'Bring your files' }, { timeout: 10_000 });
  });

  it('asks each second where no events come', async () => {
    const { looks, becomeActive } = begin(() => {
      throw new TypeError('Failed to fetch');
    });
    await vi.waitFor(() => expect(looks()).toBeGreaterThan(0), { timeout: 30_000 });
    const before = looks();
    await vi.advanceTimersByTimeAsync(10_500);
    expect(looks() - before).toBeGreaterThan(5);
    becomeActive();
    await screen.findByRole('heading', { name: 'Bring your files' }, { timeout: 10_000 });
  });

  it('is over after ten minutes, also where events would tell', async () => {
    const events = eventsOfCloud();
    const { looks } = begin(events.answer);
    await vi.waitFor(() => expect([events.count(), looks()]).toEqual([1, 1]), { timeout: 30_000 });
    await act(() => vi.advanceTimersByTimeAsync(600_100));
    await screen.findByText('workspace did not become active in time.', undefined, { timeout: 10_000 });
  });

  it('is over at once where the workspace has failed, with its reason', async () => {
    const events = eventsOfCloud();
    const { looks, fail } = begin(events.answer);
    await vi.waitFor(() => expect([events.count(), looks()]).toEqual([1, 1]), { timeout: 30_000 });
    fail('There is no memory left on this machine.');
    events.tell({ kind: 'workspace', workgroup_id: 'g1', workspace_id: 'w1' });
    await screen.findByText('There is no memory left on this machine.', undefined, { timeout: 10_000 });
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

it('offers the sample in both sizes where it is not asked for yet', async () => {
  const installed: unknown[] = [];
  renderConsole(
    '/onboarding/view-sample-data?workspace_id=w1',
    aCloud([aWorkgroup({ workspaces: [aWorkspace()] })], {
      listSolutionCatalog: () => [aSolution({ full_rows: 1_343_914 })],
      listSolutions: () => [],
      installSolution: ({ body }) => {
        installed.push(body);
        throw new Error('Nothing is made here.');
      },
    }),
    true,
    workspace(aLoad('finished')),
  );
  const full = () => screen.getByRole('button', { name: 'In full size: 1,343,914 rows, a minute' });
  const patient = { timeout: 20_000 };
  await waitFor(() => expect(full().getAttribute('aria-disabled')).toBeNull(), patient);
  await userEvent.click(full());
  await waitFor(() => expect(installed).toMatchObject([{ data_source_origin: 'full' }]), patient);
}, 120_000);

it('loads the sample that was chosen once, and leads on into its investigation', async () => {
  const installed: unknown[] = [];
  let status = 'install_pending';
  const instance = () => ({
    id: 's1',
    workgroup_id: 'g1',
    workspace_id: 'w1',
    workspace_name: 'Workspace-1',
    solution_catalog_id: 'transaction-fraud',
    name: 'Transaction-Fraud',
    graph_name: 'Transaction_Fraud',
    owner_email: '',
    created_at: '2026-01-31T00:00:00Z',
    updated_at: '2026-01-31T00:00:00Z',
    solution_status: status,
    gsql_log: '',
  });
  const asked: unknown[] = [];
  const { router } = renderConsole(
    '/onboarding/setting-up-workspace?source=fraud',
    aCloud([aWorkgroup({ workspaces: [aWorkspace()] })], {
      acquireWorkgroup: ({ query }) => {
        asked.push(query);
        return { workgroup_id: 'g1' };
      },
      listSolutionCatalog: () => [aSolution()],
      listSolutions: () => (installed.length === 0 ? [] : [instance()]),
      installSolution: ({ body }) => {
        installed.push(body);
        return instance();
      },
    }),
    true,
    workspace(aLoad('finished')),
  );
  await screen.findByText('The sample is being loaded. You may leave this page.');
  status = 'installed';
  await waitFor(() => expect(router.state.location.pathname).toBe('/explore'), { timeout: 10_000 });
  expect(router.state.location.search).toMatchObject({
    workspace_id: 'w1',
    graph_name: 'Transaction_Fraud',
    guide: 'fraud',
  });
  expect(installed).toHaveLength(1);
  expect(asked).toEqual([{ sample: 'true' }]);
});
