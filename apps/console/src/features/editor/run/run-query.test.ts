import type { WorkspaceClient } from '@acacia/api-client';
import type { RunHistoryEntry, WireQueryInfo, WireRun } from '@acacia/contract';
import { describe, expect, it, vi } from 'vitest';
import { queryIn, type QueryText } from './query-text.ts';
import {
  installQuery,
  requestOfEntry,
  runQuery,
  saveQuery,
  type Asking,
  type QueryPlace,
} from './run-query.ts';
import { createRunStore } from './run-store.ts';
import { seenQueriesIn } from './seen-queries.ts';

const IN_FILE = { file: 'f', graph: 'g', name: 'q' };
const CODE = 'CREATE QUERY q() FOR GRAPH g { PRINT 1; }';
const CHANGED = 'CREATE QUERY q() FOR GRAPH g { PRINT 2; }';
const NO_LIMITS = { timeMs: 0, memoryMb: 0 };
const endOf = (id: string, state: WireRun['state']): WireRun => ({
  ...{ id, type: 'GSQL', owner: 'ann', graph: 'g', title: '', origin: null, state, limits: NO_LIMITS },
  ...{
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:00:01.000Z',
    returnCode: 0,
    rows: 0,
    ageMs: 0,
  },
  ...{ error: state === 'failed' ? 'said' : null, graphAfter: 'g', answers: [], events: 0, kept: true },
  ...{ toFile: null, files: [], pinned: false },
});

const kept = (more: Partial<WireQueryInfo> = {}): WireQueryInfo => ({
  name: 'q',
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
  ...more,
});

function textOf(text: string): QueryText {
  const query = queryIn(text);
  if (query === null) throw new Error(`no query: ${text}`);
  return query;
}

/** A graph with the given queries; `did` lists the requests it received. */
function graphWith(queries: readonly WireQueryInfo[], more: Partial<QueryPlace> = {}, returnCode = 0) {
  const did: string[] = [];
  const client: Partial<WorkspaceClient> = {
    origin: 'http://w',
    queries: () => Promise.resolve(queries.slice()),
    startRun: (id, run) => {
      if (run.type === 'GSQL') did.push(run.text);
      else if (run.type === 'Query')
        did.push(run.text ?? `run ${run.graph}.${run.query} ${JSON.stringify(run.parameters)}`);
      return Promise.resolve(endOf(id, 'running'));
    },
    async *runEvents(id) {
      if (returnCode !== 0) yield { kind: 'output', number: 0, text: 'said' };
      yield await Promise.resolve({
        kind: 'end',
        number: 1,
        run: endOf(id, returnCode === 0 ? 'done' : 'failed'),
      });
    },
  };
  const asked: Asking[] = [];
  const stored = new Map<string, string>();
  const seen = seenQueriesIn(() => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
  }));
  // The file was made from what the graph has.
  for (const { code } of queries) seen.saw(IN_FILE, code);
  const place: QueryPlace = {
    client: client as WorkspaceClient,
    store: createRunStore(),
    graph: 'g',
    origin: { file: 'f', firstLine: 0 },
    limits: NO_LIMITS,
    readOnly: false,
    toFile: null,
    version: '4.2.1',
    seen,
    merge: () => Promise.reject(new Error('There is no conflict here.')),
    ask: (asking) => asked.push(asking),
    onChanged: vi.fn(),
    ...more,
  };
  return { place, did, asked };
}

describe('Run of a CREATE QUERY', () => {
  it('runs the installed query where the text is the same, and changes nothing', async () => {
    const { place, did } = graphWith([kept()]);
    await runQuery(place, textOf(CODE.replace('{', '\n{ // shown\n')));
    expect(did).toEqual(['run g.q {}']);
    expect(place.store.runs()).toMatchObject([{ title: 'q', origin: { file: 'f' } }]);
    expect(place.onChanged).not.toHaveBeenCalled();
  });

  it('runs the saved query in interpreted mode where it is not installed', async () => {
    const { place, did } = graphWith([kept({ installed: false })]);
    await runQuery(place, textOf(CODE));
    expect(did).toEqual(['INTERPRET QUERY () FOR GRAPH g { PRINT 1; }']);
  });

  it('saves a changed text in the place of the other, then runs it', async () => {
    const { place, did } = graphWith([kept()]);
    await runQuery(place, textOf(CHANGED));
    expect(did).toEqual([
      CHANGED.replace('CREATE', 'CREATE OR REPLACE'),
      'INTERPRET QUERY () FOR GRAPH g { PRINT 2; }',
    ]);
    expect(place.onChanged).toHaveBeenCalled();
    // Output of saving does not come between the file and its result.
    expect(place.store.runs().map((run) => run.title)).toEqual(['q']);
  });

  it('saves a new one as it is written, and does not run what could not be saved', async () => {
    const { place, did } = graphWith([], {}, 211);
    await runQuery(place, textOf(CODE));
    expect(did).toEqual([CODE]);
    expect(place.store.runs()).toMatchObject([{ state: 'failed', error: 'said' }]);
  });

  it('saves nothing in a read-only workspace', async () => {
    const { place, did } = graphWith([kept()], { readOnly: true });
    await runQuery(place, textOf(CHANGED));
    expect(did).toEqual(['INTERPRET QUERY () FOR GRAPH g { PRINT 2; }']);
  });

  it('asks for parameters first, and offers programs for an installed one', async () => {
    const code = 'CREATE QUERY q(INT k) FOR GRAPH g { PRINT k; }';
    const { place, did, asked } = graphWith([kept({ code })]);
    await runQuery(place, textOf(code));
    expect(did).toEqual([]);
    expect(asked).toMatchObject([
      {
        name: 'q',
        parameters: [{ paramName: 'k' }],
        endpoint: { origin: 'http://w', graph: 'g', method: 'POST' },
      },
    ]);
    const request = { parameters: { k: 3 }, timeoutMs: 0, memoryLimitMb: 0, profile: true };
    await asked[0]?.run(request);
    expect(did).toEqual(['run g.q {"k":3}']);
    const values = { parameters: asked[0]?.parameters ?? [], request };
    await runQuery(place, textOf(code), values);
    expect(did).toEqual(['run g.q {"k":3}', 'run g.q {"k":3}']);
    // A query that takes something else by now is asked for anew.
    await runQuery({ ...place, readOnly: true }, textOf(code.replace('INT', 'STRING')), values);
    expect(did).toHaveLength(2);
    expect(asked.at(-1)?.parameters).toEqual([{ paramName: 'k', paramType: 'STRING' }]);
  });

  it('says where it belongs that the workspace could not be asked', async () => {
    const { place } = graphWith([]);
    const client = {
      ...place.client,
      queries: () => Promise.reject(new Error('The server cannot be reached.')),
    };
    await runQuery({ ...place, client }, textOf(CODE));
    expect(place.store.runs()).toMatchObject([{ state: 'failed', error: 'The server cannot be reached.' }]);
  });
});

describe('Save and Install', () => {
  it('save a changed text and leave the same one alone', async () => {
    const { place, did } = graphWith([kept()]);
    expect(await saveQuery(place, textOf(CODE))).toBe(true);
    expect(did).toEqual([]);
    expect(await saveQuery(place, textOf(CHANGED))).toBe(true);
    expect(did).toEqual([CHANGED.replace('CREATE', 'CREATE OR REPLACE')]);
  });

  it('install what is saved, save first what is not, and leave alone what is installed', async () => {
    const installed = graphWith([kept()]);
    await installQuery(installed.place, textOf(CODE));
    expect(installed.did).toEqual([]);
    const saved = graphWith([kept({ installed: false })]);
    await installQuery(saved.place, textOf(CODE));
    expect(saved.did).toEqual(['INSTALL QUERY q']);
    const unsaved = graphWith([]);
    await installQuery(unsaved.place, textOf(CODE));
    expect(unsaved.did).toEqual([CODE, 'INSTALL QUERY q']);
  });
});

describe('a query that a colleague changed meanwhile', () => {
  const THEIRS = 'CREATE QUERY q() FOR GRAPH g { PRINT 3; }';
  const changed = (answer: string | null, more: Partial<WireQueryInfo> = {}) => {
    const merge = vi.fn<QueryPlace['merge']>(() => Promise.resolve(answer));
    const graph = graphWith([kept()], { merge });
    const client = {
      ...graph.place.client,
      queries: () => Promise.resolve([kept({ code: THEIRS, ...more })]),
    };
    return { ...graph, merge, place: { ...graph.place, client } };
  };

  it('is shown before it is replaced, and left as it is when the person decides later', async () => {
    // The workspace has it as it was stored.
    const { place, did, merge } = changed(null, { code: THEIRS.replace('CREATE', 'CREATE OR REPLACE') });
    expect(await saveQuery(place, textOf(CHANGED))).toBe(false);
    await runQuery(place, textOf(CHANGED));
    await installQuery(place, textOf(CHANGED));
    expect(merge).toHaveBeenCalledTimes(3);
    expect(merge).toHaveBeenCalledWith({ name: 'q', graph: 'g', mine: CHANGED, theirs: THEIRS });
    expect(did).toEqual([]);
  });

  it('is replaced by the text that was made of both, which counts as seen from then on', async () => {
    const merged = 'CREATE QUERY q() FOR GRAPH g { PRINT 2, 3; }';
    const { place, did, merge } = changed(merged);
    expect(await saveQuery(place, textOf(CHANGED))).toBe(true);
    expect(did).toEqual([merged.replace('CREATE', 'CREATE OR REPLACE')]);
    const client = { ...place.client, queries: () => Promise.resolve([kept({ code: merged })]) };
    expect(await saveQuery({ ...place, client }, textOf(CHANGED))).toBe(true);
    expect(merge).toHaveBeenCalledOnce();
  });

  it('is no conflict where it is the same but for its comments, or was dropped', async () => {
    const same = changed(null, { code: CHANGED.replace('{', '{ // theirs\n') });
    await runQuery(same.place, textOf(CHANGED));
    expect(same.did).toEqual(['run g.q {}']);
    const { place, did } = graphWith([]);
    expect(await saveQuery(place, textOf(CHANGED))).toBe(true);
    expect(did).toEqual([CHANGED]);
  });

  it('is shown too where it was saved between the look at it and the save', async () => {
    const both = 'CREATE QUERY q() FOR GRAPH g { PRINT 2, 3; }';
    const merge = vi.fn<QueryPlace['merge']>(() => Promise.resolve(both));
    const { place } = graphWith([kept()], { merge });
    const asked: unknown[] = [];
    let now = kept();
    const client: WorkspaceClient = {
      ...place.client,
      queries: () => Promise.resolve([now]),
      startRun: (id, run) => {
        asked.push(run.type === 'GSQL' && run.over);
        return Promise.resolve(endOf(id, 'running'));
      },
      // The first save comes too late, the next one does not.
      async *runEvents(id) {
        const isLate = asked.length === 1;
        if (isLate) now = kept({ code: THEIRS, version: 'v2' });
        yield await Promise.resolve({ kind: 'end', number: 0, run: endOf(id, isLate ? 'failed' : 'done') });
      },
    };
    expect(await saveQuery({ ...place, client }, textOf(CHANGED))).toBe(true);
    expect(merge).toHaveBeenCalledExactlyOnceWith({ name: 'q', graph: 'g', mine: CHANGED, theirs: THEIRS });
    expect(asked).toEqual([
      { query: 'q', version: 'v1' },
      { query: 'q', version: 'v2' },
    ]);
    expect(place.store.runs()).toEqual([]);
  });

  it('is none where the own text was stored as a draft, with its errors', async () => {
    const { place } = graphWith([kept()], {}, 212);
    let asked = 0;
    const drafted = kept({ code: CHANGED, version: 'v2', status: 'DRAFT' });
    const client = { ...place.client, queries: () => Promise.resolve([asked++ === 0 ? kept() : drafted]) };
    expect(await saveQuery({ ...place, client }, textOf(CHANGED))).toBe(false);
    expect(place.store.runs()).toMatchObject([{ state: 'failed', error: 'said' }]);
    // Its next text is no conflict with the draft.
    expect(place.seen.has(IN_FILE, CHANGED)).toBe(true);
  });

  it('counts for the file alone that was made from it', () => {
    const { place } = graphWith([kept()]);
    expect(place.seen.has(IN_FILE, CODE)).toBe(true);
    // The workspace may keep its own head of it.
    expect(place.seen.has(IN_FILE, CODE.replace('CREATE', 'create or replace'))).toBe(true);
    expect(place.seen.has({ ...IN_FILE, file: 'other' }, CODE)).toBe(false);
    expect(place.seen.has(IN_FILE, THEIRS)).toBe(false);
  });
});

it.each([
  ['GPR', 'GSQL v2', '4.2.1', true],
  ['GPR', 'GSQL v2', '4.1.3', false],
  ['UDF', 'GSQL v2', '4.2.1', false],
  ['GPR', 'CYPHER', '4.2.1', false],
])(
  'profiles an installed query in mode %s, syntax %s, of version %s: %s',
  async (installMode, syntax, version, profiled) => {
    const code = 'CREATE QUERY q(INT k) FOR GRAPH g { PRINT k; }';
    const { place, asked } = graphWith([kept({ code, installMode, syntax })], { version });
    await runQuery(place, textOf(code));
    expect(asked[0]?.profiled).toBe(profiled);
  },
);

it('runs a call of the history again as it was', () => {
  const entry: RunHistoryEntry = {
    type: 'API',
    state: 'done',
    ...{ id: '', graph: 'g', title: '', origin: null, limits: NO_LIMITS, rows: 0, query: null },
    ...{ startedAt: '', endedAt: null, error: null, incomplete: null },
    ...{ text: 'POST /restpp/graph/g', parameters: '{"params":{"ack":["all"]},"payload":"{}"}' },
  };
  expect(requestOfEntry(entry, NO_LIMITS)).toEqual({
    ...{ type: 'API', graph: 'g', limits: NO_LIMITS, method: 'POST', path: '/restpp/graph/g' },
    ...{ params: { ack: ['all'] }, payload: '{}' },
  });
});
