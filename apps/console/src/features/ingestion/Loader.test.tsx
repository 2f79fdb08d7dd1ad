import { userEvent } from '@acacia/ui/testing';
import type {
  DataFile,
  ParsingOptions,
  PastLoad,
  SimpleAuth,
  WireLoadStatus,
  WireSample,
  WireSchemaChange,
} from '@acacia/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers, type WorkspaceCall } from '../../testing/render-console.tsx';
import { aSample } from './testing.ts';
// Loaded with the file, so that loading does not count against the test's timeout.
import './page.tsx';

const STRING = { Name: 'STRING' };
const AIRPORT = {
  Name: 'Airport',
  PrimaryId: { AttributeName: 'iata', AttributeType: STRING, PrimaryIdAsAttribute: true },
  Attributes: [
    { AttributeName: 'city', AttributeType: STRING },
    { AttributeName: 'country', AttributeType: STRING },
  ],
  Config: {},
  IsLocal: true,
};

const results = (of: unknown): unknown => ({ error: false, message: '', results: of });

function aLoad(
  status: WireLoadStatus['overall']['status'],
  more: Partial<WireLoadStatus['overall']> = {},
  invalidAttribute = 0,
): WireLoadStatus {
  const lines = { validLine: 3, rejectLine: 0, notEnoughToken: 0, oversizeToken: 0 };
  const counts = {
    typeName: 'Airport',
    validObject: 3,
    newObject: 3,
    updatedObject: 0,
    deletedObject: 0,
    noIdFound: 0,
    invalidAttribute,
    invalidPrimaryId: 0,
    missingEndpoint: 0,
    newEndpoint: 0,
    failedCondition: 0,
  };
  const fileLevel = { ...lines, failedConditionLine: 0, surplusToken: 0, invalidJson: 0 };
  return {
    overall: {
      id: 'g.j.file.m1.1',
      jobName: 'j',
      graphName: 'g',
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
      statistics: { fileLevel, objectLevel: { vertex: [counts], edge: [] } },
      ...more,
    },
    workers: [],
  };
}

/** How the workspace samples airports.csv with options; the options of each sample are collected in `samples`. */
type Sampling = (options: Partial<ParsingOptions>) => WireSample | Promise<WireSample>;
let samples: Partial<ParsingOptions>[] = [];
/** The path that was sampled last. */
let sampled = '';
/** Files and loads that the workspace has, and its calls that change something. */
let kept: DataFile[] = [];
let loads: WireLoadStatus[] = [];
let done: string[] = [];
/** The draft that the cloud keeps for graph g, and the document in which an earlier Acacia kept drafts in the workspace. */
let draft: { version: number; draft: object | null } = { version: 0, draft: null };
let old: object = {};
function demandVersion(version: number | undefined): void {
  if (version !== draft.version) throw new Refused('Changed.', 'Precondition-Failed', '', draft);
}
const DRAFTS: Answers = {
  getLoadDraft: () => draft,
  saveLoadDraft: ({ body, version }) => {
    demandVersion(version);
    draft = { version: draft.version + 1, ...(body as { draft: object }) };
    return { version: draft.version };
  },
  deleteLoadDraft: ({ version }) => {
    demandVersion(version);
    draft = { version: draft.version + 1, draft: null };
    return { version: draft.version };
  },
};
/** The cloud with a workgroup, whose workspace runs. */
const theCloud = () => aCloud([aWorkgroup()], DRAFTS);
/** Loads that were begun, and the rows that loads rejected. */
let begun: { readonly dryrun: boolean; readonly files: object; readonly code: string }[] = [];
let rejected: object[] = [];
/** Jobs whose rows were previewed. */
let previewed: { readonly code: string; readonly files: object }[] = [];
const MEMBERS = ['airports.csv', 'old/routes.csv'];
/** Data sources. */
let sources: object[] = [];
/** The vertex type of the graph, as it is now. */
let airport = AIRPORT;
/** Changes of the schema that were shown and made, and the rights that the person has; null: not known. */
let changes: { readonly path: string; readonly change: WireSchemaChange }[] = [];
let may: SimpleAuth | null = null;
/** Why the workspace makes no change of the schema; '': it makes them. */
let changeRefusal = '';

/** A workspace whose graph g has the vertex type Airport. */
const workspace =
  (sampling: Sampling) =>
  ({ method, path, body }: WorkspaceCall): unknown => {
    if (path.startsWith('/gsql/v1/schema/graphs')) {
      return { graphs: [{ graphName: 'g', vertices: ['Airport'], edges: [] }] };
    }
    if (path.startsWith('/gsql/v1/auth/simple') && may !== null) return results(may);
    if (path.startsWith('/gsql/v1/schema/change')) {
      const change = body as WireSchemaChange;
      changes.push({ path: path.split('?')[0] ?? '', change });
      if (path.includes('/preview')) {
        return results({ job: 'ALTER VERTEX Airport …', erased: [], kept: true, queries: [], jobs: [] });
      }
      if (changeRefusal !== '') throw new Refused(changeRefusal);
      const added = change.alterVertexTypes?.[0]?.addAttributes ?? [];
      airport = {
        ...AIRPORT,
        Attributes: [...AIRPORT.Attributes, ...(added as typeof AIRPORT.Attributes)],
      };
      return { error: false, message: 'Done.' };
    }
    if (path === '/api/loading-job-info/g') {
      if (method === 'PATCH') {
        const members = Object.entries({ ...old, ...(body as object) });
        old = Object.fromEntries(members.filter(([, value]) => value !== null));
      }
      return results(old);
    }
    if (path.startsWith('/gsql/v1/data-sources')) {
      if (method !== 'POST') return results(sources);
      const { name, config } = body as { readonly name: string; readonly config: { type: string } };
      sources.push({ name, type: config.type, graphs: ['g'], config: { 'secret.key': '****' } });
      done.push(JSON.stringify(config));
      return { error: false, message: '' };
    }
    if (path === '/api/data-files') return results(kept);
    if (path.startsWith('/gsql/v1/loading-jobs/status')) return results(loads);
    if (path === '/api/loading-jobs/g/load') {
      const load = body as { readonly dryrun: boolean; readonly files: object; readonly code: string };
      begun.push(load);
      return results({ id: 'g.j.file.m1.1' });
    }
    if (path === '/api/loading-jobs/g/preview') {
      previewed.push(body as { readonly code: string; readonly files: object });
      return results({
        targets: [{ target: 'Airport', columns: ['iata'], rows: [['first row']] }],
        rejected: [{ file: 'shop.zip!/airports.csv', line: 4, target: null, reason: 'No id.', content: '' }],
      });
    }
    if (path.startsWith('/api/loading-jobs/g/preview/')) {
      return results([{ target: 'Airport', columns: ['iata', 'city'], rows: [['ABE', null]] }]);
    }
    if (path.startsWith('/api/loading-jobs/g/rejected/')) return results(rejected);
    if (path.startsWith('/gsql/v1/loading-jobs/abort/')) {
      done.push('abort');
      return results(null);
    }
    if (
      path.startsWith('/api/loading-jobs/g/undo/') ||
      (method === 'DELETE' && path.startsWith('/api/data-files/'))
    ) {
      done.push(`${method} ${path}`);
      kept = [];
      return results(null);
    }
    if (path.startsWith('/api/data-files/')) {
      const name = path.slice('/api/data-files/'.length);
      return results({ name, size: 9, modifiedAt: '2026-01-31T00:00:00Z', path: name });
    }
    if (path.startsWith('/api/data-sample')) {
      const { file, options } = body as { readonly file: string; readonly options: Partial<ParsingOptions> };
      samples.push(options);
      sampled = file;
      if (file !== 'shop.zip') return Promise.resolve(sampling(options)).then(results);
      return results({ ...found({}), packed: 'zip', member: 'airports.csv', members: MEMBERS });
    }
    return {
      ...(results({ GraphName: 'g', VertexTypes: [airport], EdgeTypes: [] }) as object),
      vertexStyles: {},
      edgeStyles: {},
    };
  };

beforeEach(() => {
  samples = [];
  kept = [];
  loads = [];
  done = [];
  draft = { version: 0, draft: null };
  old = {};
  begun = [];
  rejected = [];
  previewed = [];
  sources = [];
  airport = AIRPORT;
  changes = [];
  may = null;
  changeRefusal = '';
  // Uploads then go by fetch, which the test answers.
  vi.stubGlobal('XMLHttpRequest', undefined);
});

afterEach(() => {
  vi.useRealTimers();
});

const found = (options: Partial<ParsingOptions>): WireSample =>
  aSample('airports.csv', ['iata', 'town'], { separator: ';', ...options });

async function chooseFile(sampling: Sampling): Promise<void> {
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(sampling));
  const input = await screen.findByLabelText('Choose files');
  await userEvent.upload(input, new File(['iata;town'], 'airports.csv', { type: 'text/csv' }));
  await screen.findByText('airports.csv', { selector: 'span' });
}

const columns = (): string[] =>
  within(screen.getByRole('region', { name: 'First rows of airports.csv' }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

async function choose(label: string, option: string): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

it('keeps the columns and fixed values that were chosen when the quote is changed', async () => {
  await chooseFile(found);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  await choose('Column for city of Airport', 'town');
  await choose('Column for country of Airport', '(fixed value)');
  await userEvent.type(screen.getByLabelText('Fixed value of country'), 'US');
  await choose('Quote', 'None');
  await waitFor(() => expect(samples.at(-1)).toMatchObject({ quote: 'none', separator: ';', header: true }));
  expect(screen.getByLabelText('Fixed value of country').getAttribute('value')).toBe('US');
  expect(screen.getByRole('combobox', { name: 'Column for city of Airport' }).getAttribute('value')).toBe(
    'town',
  );
});

it('maps to the types that are changed while the page is open, and says so', async () => {
  await chooseFile(found);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  await choose('Column for city of Airport', 'town');
  await choose('Column for country of Airport', 'town');
  const cities = { Name: 'LIST', ValueTypeName: 'STRING' };
  airport = {
    ...AIRPORT,
    Attributes: [
      { AttributeName: 'city', AttributeType: cities },
      { AttributeName: 'country', AttributeType: STRING },
    ],
  };
  vi.setSystemTime(Date.now() + 60_000);
  act(() => {
    window.dispatchEvent(new Event('visibilitychange'));
  });
  await screen.findByText(/^The types of the graph were changed, and the mapping follows them\./);
  const column = (name: string) => screen.getByRole('combobox', { name }).getAttribute('value');
  await waitFor(() => expect(column('Column for city of Airport')).toBe('(not mapped)'));
  expect(column('Column for country of Airport')).toBe('town');
});

it('loads nothing by a mapping to types that somebody has changed meanwhile', async () => {
  await chooseFile(found);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  await choose('Column for city of Airport', 'iata');
  await choose('Column for country of Airport', 'town');
  // As many attributes as before: the job would put the towns into the runways.
  airport = {
    ...AIRPORT,
    Attributes: [
      { AttributeName: 'city', AttributeType: STRING },
      { AttributeName: 'runways', AttributeType: { Name: 'STRING' } },
    ],
  };
  await userEvent.click(screen.getByRole('button', { name: 'Load data' }));
  await screen.findByText(/since they were mapped\. Nothing was loaded\./);
  expect(begun).toEqual([]);
  const column = (name: string) => screen.getByRole('combobox', { name }).getAttribute('value');
  await waitFor(() => expect(column('Column for runways of Airport')).toBe('(not mapped)'));
  expect(column('Column for city of Airport')).toBe('iata');
  await userEvent.click(screen.getByRole('button', { name: 'Load data' }));
  await waitFor(() => expect(begun).toHaveLength(1));
  expect(begun[0]?.code).toContain('VALUES ($"iata", $"iata", _)');
});

it('detects the rest again when another encoding is chosen', async () => {
  await chooseFile(found);
  await choose('Encoding', 'UTF-16 little endian');
  await waitFor(() => expect(samples).toHaveLength(2));
  expect(samples).toEqual([{}, { format: 'csv', encoding: 'utf-16le' }]);
});

it('says why a file cannot be read again, and keeps the options that it was read with', async () => {
  await chooseFile((options) => {
    if (options.separator === '\t') throw new Refused('The file has been removed.', 'Not-Found');
    return found(options);
  });
  await choose('Separator', 'Tab');
  await screen.findByText('The file has been removed.');
  const separator = screen.getByRole('combobox', { name: 'Separator' });
  await waitFor(() => expect(separator.getAttribute('value')).toBe('Semicolon ;'));
  expect(columns()).toEqual(['iata STRING', 'town STRING']);
});

it('draws some of very many columns, and finds the others by their names', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `c${at}`);
  await chooseFile((options) => aSample('airports.csv', many, options));
  expect(columns()).toHaveLength(50);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  const select = screen.getByRole('combobox', { name: 'Column for city of Airport' });
  await userEvent.click(select);
  expect((await screen.findAllByRole('option')).length).toBeLessThanOrEqual(100);
  await userEvent.clear(select);
  await userEvent.type(select, 'c19999');
  await userEvent.click(await screen.findByRole('option', { name: 'c19999' }));
  expect(select.getAttribute('value')).toBe('c19999');
});

it('says what cannot be loaded, and why', async () => {
  await chooseFile(() => ({ ...aSample('airports.csv', []), problem: 'It is not text.' }));
  expect(screen.getByText('It is not text.')).toBeDefined();
});

it('uses a file that the workspace has, and deletes it', async () => {
  kept = [{ name: 'old.csv', size: 9, modifiedAt: '2026-01-31T00:00:00Z', path: 'old.csv' }];
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(found));
  await userEvent.click(await screen.findByRole('button', { name: 'Use old.csv' }));
  await screen.findByRole('region', { name: 'First rows of old.csv' });
  // Files that do not belong in this graph become one of their own.
  const other = screen.getByRole('link', { name: 'Import as a new graph' });
  expect(other.getAttribute('href')).toBe('/onboarding/import-csv?workspace_id=w1');
  // A chosen file is not offered again.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use old.csv' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Remove old.csv' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete old.csv' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete file' }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Files in the workspace' })).toBeNull());
  expect(done).toEqual(['DELETE /api/data-files/old.csv']);
});

it('undoes a load of another visit', async () => {
  loads = [aLoad('finished')];
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(found));
  await userEvent.click(await screen.findByRole('button', { name: /Undo the load/ }));
  await screen.findByText('3 vertices and edges that it added');
  await userEvent.click(screen.getByRole('button', { name: 'Undo load' }));
  await screen.findByText('The load was undone.');
  expect(done).toEqual(['POST /api/loading-jobs/g/undo/g.j.file.m1.1']);
});

it('lists the loads of a workspace that is stopped, or only reads', async () => {
  const past: PastLoad = {
    id: 'g.j.file.m1.1',
    graph: 'g',
    job: 'j',
    by: 'ann@example.com',
    started_at: '2026-01-31T10:00:00Z',
    ended_at: '2026-01-31T10:00:05Z',
    state: 'failed',
    files: ['/uploads/airports.csv'],
    made: 3,
    updated: 1,
    rejected: 2,
    error: 'The file airports.csv is empty.',
  };
  for (const change of [{ status: 'Stopped' }, { is_rw: false }] as const) {
    const group = aWorkgroup();
    const groups = [{ ...group, workspaces: group.workspaces.map((each) => ({ ...each, ...change })) }];
    const cloud = aCloud(groups, { listPastLoads: () => [past] });
    renderConsole('/ingestion?workspace_id=w1', cloud, true, workspace(found));
    const row = within(await screen.findByRole('table', { name: 'Loads of this workspace' })).getByRole(
      'row',
      { name: /airports\.csv ann@example\.com Failed: The file airports\.csv is empty\. 3 1 2/ },
    );
    expect(row).toBeDefined();
    cleanup();
  }
});

it('brings back the files and mappings of another visit, and keeps what is changed', async () => {
  kept = [{ name: 'airports.csv', size: 9, modifiedAt: '2026-01-31T00:00:00Z', path: 'airports.csv' }];
  await chooseFile(found);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  await choose('Column for city of Airport', 'town');
  await waitFor(() => expect(JSON.stringify(draft)).toContain('"city":{"kind":"column","index":1}'));
  cleanup();
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(found));
  const city = await screen.findByRole('combobox', { name: 'Column for city of Airport' });
  expect(city.getAttribute('value')).toBe('town');
  expect(samples.at(-1)).toMatchObject({ separator: ';', quote: 'double' });
  await userEvent.click(screen.getByRole('button', { name: 'Remove airports.csv' }));
  await waitFor(() => expect(draft).toEqual({ version: draft.version, draft: null }));
});

const OF_FILE = {
  files: [{ name: 'airports.csv', path: null, options: found({}).options }],
  mappings: [
    {
      file: 'airports.csv',
      target: { kind: 'vertex', type: 'Airport' },
      sources: { iata: { kind: 'column', index: 1 } },
      endsMustExist: true,
      where: { joined: 'AND', tests: [] },
    },
  ],
  own: null,
  run: null,
};
const AIRPORTS = { name: 'airports.csv', size: 9, modifiedAt: '2026-01-31T00:00:00Z', path: 'airports.csv' };

it('leaves a file alone that is chosen before the answer that there is no draft', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof draft>();
  const cloud = aCloud([aWorkgroup()], { ...DRAFTS, getLoadDraft: () => promise });
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', cloud, true, workspace(found));
  await userEvent.upload(await screen.findByLabelText('Choose files'), new File(['iata'], 'airports.csv'));
  await screen.findByRole('button', { name: 'Map airports.csv' });
  resolve(draft);
  await waitFor(() => expect(draft.version).toBe(1));
  expect(screen.getByRole('button', { name: 'Map airports.csv' })).toBeDefined();
});

it('shows what another window has chosen instead of saving over it', async () => {
  kept = [AIRPORTS];
  draft = { version: 1, draft: OF_FILE };
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(found));
  const id = await screen.findByRole('combobox', { name: 'Column for iata of Airport' });
  const theirs = {
    ...OF_FILE,
    mappings: [{ ...OF_FILE.mappings[0], sources: { iata: { kind: 'column', index: 0 } } }],
  };
  draft = { version: 2, draft: theirs };
  await choose('Column for city of Airport', 'town');
  await screen.findByText(/^Your choices were changed in another window or browser\./);
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Column for iata of Airport' }).getAttribute('value')).toBe(
      'iata',
    ),
  );
  expect(id.isConnected).toBe(false);
  expect(draft).toEqual({ version: 2, draft: theirs });
  // The next change is over their version.
  await choose('Column for city of Airport', 'town');
  await waitFor(() => expect(draft.version).toBe(3));
  expect(JSON.stringify(draft)).toContain('"city":{"kind":"column","index":1}');
});

it('empties the page whose choices another window has removed', async () => {
  kept = [AIRPORTS];
  draft = { version: 1, draft: OF_FILE };
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(found));
  await screen.findByRole('combobox', { name: 'Column for iata of Airport' });
  draft = { version: 2, draft: null };
  await choose('Column for city of Airport', 'town');
  await screen.findByText(/^Your choices were changed in another window or browser\./);
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /of Airport$/ })).toBeNull());
  expect(draft).toEqual({ version: 2, draft: null });
});

it('takes over a draft that an earlier Acacia kept in the workspace', async () => {
  kept = [AIRPORTS];
  old = { 'draft:u1': OF_FILE, 'draft:u2': OF_FILE };
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(found));
  const id = await screen.findByRole('combobox', { name: 'Column for iata of Airport' });
  expect(id.getAttribute('value')).toBe('town');
  expect(draft).toEqual({ version: 1, draft: OF_FILE });
  expect(old).toEqual({ 'draft:u2': OF_FILE });
});

it('shows what was chosen while the workspace sleeps, and removes it once that is confirmed', async () => {
  const entry = { graph: 'g', version: 4, files: 1, mappings: 1, updated_at: '2026-11-27T10:00:00.000Z' };
  draft = { version: 4, draft: OF_FILE };
  const groups = [
    {
      ...aWorkgroup(),
      workspaces: aWorkgroup().workspaces.map((each) => ({ ...each, status: 'Stopped' as const })),
    },
  ];
  const cloud = aCloud(groups, { ...DRAFTS, listLoadDrafts: () => (draft.draft === null ? [] : [entry]) });
  renderConsole('/ingestion?workspace_id=w1', cloud, true, workspace(found));
  const rows = within(await screen.findByRole('table', { name: 'Your unfinished loads' }));
  await userEvent.click(rows.getByRole('button', { name: 'Show the unfinished load into g' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Unfinished load into g' }));
  await dialog.findByRole('row', { name: 'airports.csv Vertex Airport (iata)' });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(rows.getByRole('button', { name: 'Remove the unfinished load into g' }));
  const sure = within(await screen.findByRole('dialog', { name: 'Remove the unfinished load into g?' }));
  expect(sure.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'The choice of 1 file',
    '1 mapping of its columns',
  ]);
  expect(draft.version).toBe(4);
  await userEvent.click(sure.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Your unfinished loads' })).toBeNull());
  expect(draft).toEqual({ version: 5, draft: null });
});

it('removes a load that is only followed without a question', async () => {
  const entry = { graph: 'g', version: 4, files: 0, mappings: 0, updated_at: '2026-11-27T10:00:00.000Z' };
  draft = { version: 4, draft: { files: [], mappings: [], own: null, run: 'g.j.file.m1.1' } };
  const groups = [
    {
      ...aWorkgroup(),
      workspaces: aWorkgroup().workspaces.map((each) => ({ ...each, status: 'Stopped' as const })),
    },
  ];
  const cloud = aCloud(groups, { ...DRAFTS, listLoadDrafts: () => (draft.draft === null ? [] : [entry]) });
  renderConsole('/ingestion?workspace_id=w1', cloud, true, workspace(found));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the unfinished load into g' }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Your unfinished loads' })).toBeNull());
  expect(draft).toEqual({ version: 5, draft: null });
});

it('shows the progress of a load that another visit began, and cancels it', async () => {
  draft = { version: 1, draft: { files: [], mappings: [], own: null, run: 'g.j.file.m1.1' } };
  loads = [aLoad('running', { progress: 0.4 })];
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(found));
  const bar = await screen.findByRole('progressbar', { name: 'Loading' });
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(done).toEqual(['abort']));
  loads = [aLoad('aborted', { resumable: true })];
  await screen.findByText('Cancelled; nothing of it was kept');
  expect(screen.getByRole('button', { name: 'Resume' })).toBeDefined();
});

it('shows a load of another day with the rows that it rejected', async () => {
  loads = [aLoad('finished', {}, 1)];
  rejected = [{ file: 'airports.csv', line: 2, target: 'Airport', reason: 'Bad.', content: 'ABE;x' }];
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(found));
  await userEvent.click(await screen.findByRole('button', { name: /^Show the load of / }));
  const rows = await screen.findByRole('table', { name: 'Rejected rows' });
  expect(within(rows).getByRole('cell', { name: 'Bad.' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Undo this load' })).toBeDefined();
});

it('tries a load out, and loads the rows that it would reject once they are mended', async () => {
  await chooseFile(found);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  loads = [aLoad('finished', { dryRun: true }, 1)];
  rejected = [{ file: 'airports.csv', line: 2, target: 'Airport', reason: 'Bad.', content: 'ABE;x' }];
  await userEvent.click(screen.getByRole('button', { name: 'Dry run' }));
  await screen.findByText('Dry run: nothing was stored');
  const first = await screen.findByRole('region', { name: 'First rows of Airport' });
  expect(within(first).getByRole('cell', { name: 'ABE' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Undo this load' })).toBeNull();
  expect(screen.queryByRole('table', { name: 'Loads of this graph' })).toBeNull();

  await userEvent.click(await screen.findByRole('button', { name: 'Mend rows' }));
  const line = screen.getByRole('textbox', { name: 'Line 2 of airports.csv' });
  await userEvent.clear(line);
  await userEvent.type(line, 'ABE;y');
  loads = [aLoad('finished')];
  await userEvent.click(screen.getByRole('button', { name: 'Load mended rows' }));
  await screen.findByText('Loaded', { selector: 'span' });
  expect(begun.map(({ dryrun, files }) => [dryrun, Object.values(files)])).toEqual([
    [true, ['airports.csv']],
    [false, [expect.stringMatching(/^load_\d+_\d+_\d+_mended_1_airports\.csv\.csv$/)]],
  ]);
  expect(begun[1]?.code).toContain('TO VERTEX Airport VALUES ($0, _, _)');
  await waitFor(() => expect(done).toHaveLength(1));
});

it('reads from a store by a new data source, whose keys are not shown', async () => {
  sources = [{ name: 'lake', type: 'gcs', graphs: null, config: {} }];
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(found));
  await userEvent.click(await screen.findByRole('button', { name: 'Amazon S3' }));
  await userEvent.click(screen.getByRole('button', { name: 'New data source' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New data source for Amazon S3' }));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await userEvent.type(name, 'lake');
  expect(dialog.getByText('This name is already in the data source')).toBeDefined();
  await userEvent.type(name, '2');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Access key' }), 'a');
  const secret = dialog.getByLabelText('Secret key');
  await userEvent.type(secret, 'b');
  expect(secret.getAttribute('type')).toBe('password');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('secret.key: ****');
  expect(done).toEqual([JSON.stringify({ type: 's3', 'access.key': 'a', 'secret.key': 'b' })]);

  const address = screen.getByRole('textbox', { name: 'Address of a file or folder' });
  await userEvent.type(address, 'bucket/a.csv');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('The address begins with s3:// or s3a://.');
  await userEvent.clear(address);
  await userEvent.type(address, 's3://bucket/a.csv');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByRole('region', { name: 'First rows of a.csv' });
  expect(sampled).toBe('$lake2:s3://bucket/a.csv');
  await waitFor(() => expect(JSON.stringify(draft)).toContain('"path":"$lake2:s3://bucket/a.csv"'));
});

it('hides a key of several lines, shows it on demand and reads it from a file', async () => {
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(found));
  await userEvent.click(await screen.findByRole('button', { name: 'Snowflake' }));
  await userEvent.click(screen.getByRole('button', { name: 'New data source' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New data source for Snowflake' }));
  const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Private key' });
  expect(field.className).toContain('hiddenKey');
  await userEvent.click(dialog.getByRole('button', { name: 'Show Private key' }));
  expect(field.className).not.toContain('hiddenKey');
  await userEvent.click(dialog.getByRole('button', { name: 'Show Private key', pressed: true }));
  expect(field.className).toContain('hiddenKey');
  const pem = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n';
  const chooser = document.querySelector<HTMLInputElement>('input[type=file][data-key]');
  if (chooser === null) throw new Error('There is no field for the key file.');
  fireEvent.change(chooser, { target: { files: [new File(['x'.repeat(70_000)], 'large.p8')] } });
  await screen.findByText('large.p8 is too large for a key.');
  fireEvent.change(chooser, { target: { files: [new File([pem], 'key.p8')] } });
  await waitFor(() => expect(field.value).toBe(pem));
});

it('takes each table of an archive as a file of its own, and shows its rows through the mapping', async () => {
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(found));
  await userEvent.upload(await screen.findByLabelText('Choose files'), new File(['PK'], 'shop.zip'));
  await screen.findByText('shop.zip › old/routes.csv', { selector: 'span' });
  await userEvent.click(screen.getByRole('button', { name: 'Remove shop.zip › old/routes.csv' }));
  expect(screen.queryByText('shop.zip › old/routes.csv')).toBeNull();
  expect(previewed).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Map shop.zip › airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  const rows = await screen.findByRole('region', { name: 'Preview of Airport' });
  expect(within(rows).getByRole('cell', { name: 'first row' })).toBeDefined();
  expect(screen.getByText('shop.zip › airports.csv, line 4: No id.')).toBeDefined();
  expect(previewed).toEqual([
    {
      code: expect.stringContaining('TO VERTEX Airport VALUES ($"iata", _, _)') as string,
      files: { file_1: 'shop.zip!/airports.csv' },
    },
  ]);
  await choose('Column for city of Airport', 'town');
  await waitFor(() => expect(previewed.at(-1)?.code).toContain('($"iata", $"town", _)'));
  expect(begun).toEqual([]);
  await waitFor(() => expect(JSON.stringify(draft)).toContain('"path":"shop.zip!/airports.csv"'));
});

it('maps by lines from columns to attributes', async () => {
  await chooseFile(found);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Lines' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Unmap iata of Airport' }));
  for (const [column, attribute] of [
    ['iata', /^iata ?of Airport: not mapped/],
    ['town', /^city ?of Airport: not mapped/],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name: column }));
    await userEvent.click(screen.getByRole('button', { name: attribute }));
  }
  const job = 'TO VERTEX Airport VALUES ($"iata", $"town", _)';
  expect(screen.getByText(job, { exact: false, selector: 'code, pre' })).toBeDefined();
});

it('builds conditions of lists, ranges and groups, says what they lack, and reads them from GSQL', async () => {
  await chooseFile(found);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  const says = (condition: string): HTMLElement =>
    screen.getByText(`VALUES ($"iata", _, _) WHERE ${condition}`, {
      exact: false,
      selector: 'code, pre',
    });
  await userEvent.click(screen.getByRole('button', { name: 'Add a condition to Vertex Airport' }));
  await choose('Column for condition 1 of Vertex Airport', 'town');
  await choose('Test of condition 1 of Vertex Airport', 'is one of');
  const values = screen.getByRole('combobox', { name: 'Values of condition 1 of Vertex Airport' });
  screen.getByText('Write at least one value.');
  expect(values.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(values, '"Rome, Italy", rome,7{Enter}');
  says('$"town" IN ("Rome, Italy", "rome", "7")');

  await userEvent.click(screen.getByRole('button', { name: 'Add a group of conditions to Vertex Airport' }));
  const group = 'group 2 of Vertex Airport';
  await userEvent.click(screen.getByRole('button', { name: `Remove condition 1 of ${group}` }));
  screen.getByText('Add a condition to the group, or remove it.');
  await userEvent.click(screen.getByRole('button', { name: `Add a condition to ${group}` }));
  await userEvent.click(screen.getByRole('checkbox', { name: `NOT before ${group}` }));
  await choose(`Column for condition 1 of ${group}`, 'iata');
  await choose(`Test of condition 1 of ${group}`, 'is between');
  screen.getByText('Write a value.');
  await userEvent.type(screen.getByLabelText(`Least value of condition 1 of ${group}`), '9');
  await userEvent.type(screen.getByLabelText(`Greatest value of condition 1 of ${group}`), 'x');
  screen.getByText('Write a number here, or a text on both sides.');
  expect(screen.getByRole('button', { name: 'Load data' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(screen.getByLabelText(`Greatest value of condition 1 of ${group}`), {
    target: { value: '5' },
  });
  screen.getByText('No value is between 9 and 5: no row meets this condition.');
  const job = says('$"town" IN ("Rome, Italy", "rome", "7") AND NOT ($"iata" BETWEEN 9 AND 5)');
  await waitFor(() => expect(JSON.stringify(draft)).toContain('"from":"9","to":"5"'));

  await userEvent.click(screen.getByRole('button', { name: 'Show GSQL' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit GSQL' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'The loading job in GSQL' }), {
    target: { value: job.textContent.replace('AND NOT', 'OR NOT').replace('9 AND', '3 AND') },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  const least = await screen.findByLabelText(`Least value of condition 1 of ${group}`);
  expect(least.getAttribute('value')).toBe('3');
  expect(screen.getByRole('combobox', { name: `How ${group} is joined` }).getAttribute('value')).toBe('OR');
  expect(screen.queryByText(/^No value is between/)).toBeNull();
});

it('maps by functions and conditions, and runs a job that is written in GSQL', async () => {
  await chooseFile(found);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  await choose('Column for city of Airport', '(token function)');
  await choose('Function for city of Airport', 'gsql_upper → STRING');
  await choose('Argument 1 of gsql_upper for city of Airport', 'town');
  await userEvent.click(screen.getByRole('button', { name: 'Add a condition to Vertex Airport' }));
  await screen.findByText('Choose what each condition tests.');
  await choose('Column for condition 1 of Vertex Airport', 'town');
  await choose('Test of condition 1 of Vertex Airport', 'is not empty');
  const job = 'VALUES ($"iata", gsql_upper($"town"), _) WHERE $"town" IS NOT EMPTY';
  expect(screen.getByText(job, { exact: false, selector: 'code, pre' })).toBeDefined();

  await userEvent.click(screen.getByRole('button', { name: 'Show GSQL' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit GSQL' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'The loading job in GSQL' });
  const text = field.value;
  fireEvent.change(field, { target: { value: text.replace('gsql_upper', 'gsql_lower') } });
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByRole('combobox', { name: 'Argument 1 of gsql_lower for city of Airport' });

  await userEvent.click(await screen.findByRole('button', { name: 'Edit GSQL' }));
  const own = text.replace('WHERE', 'WHERE gsql_is_not_empty_string($0) AND');
  const again = screen.getByRole('textbox', { name: 'The loading job in GSQL' });
  fireEvent.change(again, { target: { value: own.replace('TO VERTEX', 'TO') } });
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText(/^Line 3, column /);
  fireEvent.change(again, { target: { value: own } });
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText(/The job is run as it is written/);
  loads = [aLoad('finished')];
  await userEvent.click(screen.getByRole('button', { name: 'Load data' }));
  await screen.findByText('Loaded', { selector: 'span' });
  expect(begun).toEqual([{ code: own, files: { file_1: 'airports.csv' }, dryrun: false }]);
  await userEvent.click(screen.getByRole('button', { name: 'Back to the mapping' }));
  await screen.findByRole('combobox', { name: 'Argument 1 of gsql_lower for city of Airport' });
});

const WIDE = ['iata', 'City', 'Elevation (ft)'];
async function mapWide(): Promise<void> {
  await chooseFile((options) => aSample('airports.csv', WIDE, options));
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Quick map Vertex Airport' }));
}
const fromSource = (): Promise<HTMLElement> =>
  screen.findByRole('menuitem', { name: 'Map all from source: also add attributes' });

it('adds attributes for the columns that have none, once the change was shown, and fills them', async () => {
  await mapWide();
  await userEvent.click(await fromSource());
  const dialog = within(await screen.findByRole('dialog', { name: 'Add attributes to Airport' }));
  const name = dialog.getByRole('textbox', { name: 'Name of the attribute for Elevation (ft)' });
  expect(name).toMatchObject({ value: 'Elevation_ft' });
  expect(dialog.getAllByRole('textbox', { name: /^Name of the attribute/ })).toHaveLength(1);
  await userEvent.clear(name);
  await userEvent.type(name, 'city');
  expect(dialog.getByText("There are two attributes named 'city'.")).toBeDefined();
  await userEvent.clear(name);
  await userEvent.type(name, 'elevation');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Type of the attribute for Elevation (ft)' }));
  await userEvent.click(await screen.findByRole('option', { name: 'INT' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Review changes' }));
  const review = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  await review.findByText('ALTER VERTEX Airport …');
  expect(changes.map(({ path }) => path)).toEqual(['/gsql/v1/schema/change/preview']);

  changeRefusal = 'The graph is being changed.';
  await userEvent.click(review.getByRole('button', { name: 'Save' }));
  await screen.findByText('The graph is being changed.');
  changeRefusal = '';
  await userEvent.click(screen.getByRole('button', { name: 'Review changes' }));
  const again = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  await again.findByText('ALTER VERTEX Airport …');
  await userEvent.click(again.getByRole('button', { name: 'Save' }));
  const column = await screen.findByRole('combobox', { name: 'Column for elevation of Airport' });
  expect(column.getAttribute('value')).toBe('Elevation (ft)');
  expect(changes.at(-1)?.change.alterVertexTypes).toMatchObject([
    { name: 'Airport', addAttributes: [{ AttributeName: 'elevation', AttributeType: { Name: 'INT' } }] },
  ]);
  const job = 'TO VERTEX Airport VALUES ($"iata", $"City", _, $2)';
  expect(screen.getByText(job, { exact: false, selector: 'code, pre' })).toBeDefined();
  // The page has the schema of after the change, which the mapping has already.
  await waitFor(() => expect(JSON.stringify(draft)).toContain('"elevation":{"kind":"column","index":2}'));
  expect(screen.queryByText(/^The types of the graph were changed/)).toBeNull();
});

it('lists the attributes for very many columns by pages, finds them by name, and adds all', async () => {
  const many = ['iata', ...Array.from({ length: 120 }, (_, at) => `c${at}`)];
  await chooseFile((options) => aSample('airports.csv', many, options));
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Quick map Vertex Airport' }));
  await userEvent.click(await fromSource());
  const dialog = within(await screen.findByRole('dialog', { name: 'Add attributes to Airport' }));
  const names = () => dialog.getAllByRole('textbox', { name: /^Name of the attribute/ });
  expect(names()).toHaveLength(50);
  fireEvent.click(dialog.getByRole('button', { name: '3' }));
  expect(names()).toHaveLength(20);
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name of the attribute for c119' }), {
    target: { value: 'c0' },
  });
  fireEvent.click(dialog.getByRole('button', { name: '2' }));
  // The error of a row on another page is told, with the way to it.
  expect(dialog.getByText("There are two attributes named 'c0'.")).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Show' }));
  const wrong = dialog.getByRole('textbox', { name: 'Name of the attribute for c119' });
  fireEvent.change(wrong, { target: { value: 'c119' } });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Search 120 attributes' }), {
    target: { value: 'C11' },
  });
  expect(names()).toHaveLength(11);
  fireEvent.click(dialog.getByRole('button', { name: 'Review changes' }));
  await waitFor(() => expect(changes.at(-1)?.change.alterVertexTypes?.[0]?.addAttributes).toHaveLength(120));
});

it('adds one attribute for a column that is chosen', async () => {
  await mapWide();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Add an attribute to Vertex Airport' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add attributes to Airport' }));
  expect(dialog.getByRole('combobox', { name: 'Column of the attribute' })).toMatchObject({
    value: 'Elevation (ft)',
  });
  await choose('Column of the attribute', 'City');
  expect(dialog.getByRole('textbox', { name: 'Name of the attribute for City' })).toMatchObject({
    value: 'City_2',
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Review changes' }));
  const review = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  await review.findByText('ALTER VERTEX Airport …');
  await userEvent.click(review.getByRole('button', { name: 'Save' }));
  const column = await screen.findByRole('combobox', { name: 'Column for City_2 of Airport' });
  expect(column.getAttribute('value')).toBe('City');
});

it.each([
  [
    'without the privilege',
    () => {
      const privileges = {
        '1': { privileges: ['WRITE_FILE'] },
        g: { privileges: ['READ_SCHEMA', 'READ_DATA', 'WRITE_LOADINGJOB'] },
      };
      may = { name: 'ann', isSuperUser: false, roles: { g: ['loader'] }, privileges };
    },
    'Changing the schema needs the privilege WRITE_SCHEMA in the graph g. Ask whoever administers the workspace.',
  ],
  [
    'of the global scope',
    () => {
      airport = { ...AIRPORT, IsLocal: false };
    },
    'Airport is a global type, which other graphs may use. Change it in the global scope of Design schema.',
  ],
])('adds no attribute to a type %s', async (_, prepare, refusal) => {
  prepare();
  await mapWide();
  const item = await fromSource();
  expect(item.getAttribute('aria-description')).toBe(refusal);
  await userEvent.click(item);
  expect(screen.queryByRole('dialog', { name: 'Add attributes to Airport' })).toBeNull();
  expect(
    screen
      .getByRole('button', { name: 'Add an attribute to Vertex Airport' })
      .getAttribute('aria-description'),
  ).toBe(refusal);
  // Names alone need no change of the schema.
  await userEvent.click(
    await screen.findByRole('menuitem', { name: 'Map all to target: columns of the same name' }),
  );
  expect(changes).toEqual([]);
});

it('shows columns by labels, which come back with the draft and change nothing of the job', async () => {
  kept = [AIRPORTS];
  await chooseFile(found);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  await choose('Column for city of Airport', 'town');
  const job = 'TO VERTEX Airport VALUES ($"iata", $"town", _)';
  const jobs = () => screen.findAllByText(job, { exact: false, selector: 'code, pre' });
  expect(await jobs()).toHaveLength(1);

  const label = async (name: string, text: string): Promise<void> => {
    await userEvent.click(screen.getByRole('button', { name: `Change the label of ${name}` }));
    const field = screen.getByRole('textbox', { name: 'Label of the column town' });
    await userEvent.clear(field);
    await userEvent.type(field, text);
  };
  await label('town', 'never{Escape}');
  expect(columns()).toEqual(['iata STRING', 'town STRING']);
  await label('town', 'iata{Enter}');
  const city = () => screen.getByRole('combobox', { name: 'Column for city of Airport' });
  expect(columns()).toEqual(['iata STRING', 'iata (town) STRING']);
  expect(city().getAttribute('value')).toBe('iata');
  expect(await jobs()).toHaveLength(1);
  await waitFor(() => expect(JSON.stringify(draft)).toContain('"labels":{"1":"iata"}'));

  cleanup();
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', theCloud(), true, workspace(found));
  await screen.findByRole('combobox', { name: 'Column for city of Airport' });
  await waitFor(() => expect(columns()).toEqual(['iata STRING', 'iata (town) STRING']));
  expect(await jobs()).toHaveLength(1);
  const [, labelledColumn] = screen.getAllByRole('button', { name: 'Change the label of iata' });
  if (labelledColumn === undefined) throw new Error('The column has no label.');
  await userEvent.click(labelledColumn);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Label of the column town' }));
  await userEvent.tab();
  expect(columns()).toEqual(['iata STRING', 'town STRING']);
  await waitFor(() => expect(JSON.stringify(draft)).not.toContain('labels'));
});
