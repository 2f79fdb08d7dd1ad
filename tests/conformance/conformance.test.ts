/** Runs every case: in process, after a restart, without the planner's rules, and over HTTP. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EngineError, type Write } from '@acacia/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Case, type CaseFile, parseCases, sorted } from './case-file.ts';
import { openInProcess, openOverHttp, type Target } from './target.ts';

const folder = import.meta.dirname;
const casesFolder = path.join(folder, 'cases');
const fileNames = (await readdir(casesFolder)).filter((name) => name.endsWith('.cases')).sort();
const files = new Map<string, CaseFile>();
for (const name of fileNames) {
  files.set(name, parseCases(await readFile(path.join(casesFolder, name), 'utf8')));
}
const graphs = [...new Set([...files.values()].map(({ graph }) => graph))];

/** Data of a graph: `vertices[type][id]` are attributes, an edge is `[type, fromType, from, toType, to, attributes]`. */
interface GraphData {
  readonly vertices: Readonly<Record<string, Readonly<Record<string, Record<string, string | number>>>>>;
  readonly edges: readonly [string, string, string, string, string, Record<string, string | number>?][];
}

const attributes = (values: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

const shell = async (engine: Target, text: string, graph: string | null): Promise<string> => {
  let output = '';
  const code = await engine.executeGsql(text, { graph }, (part) => {
    output += part;
  });
  if (code !== 0) throw new Error(`The shell ended with ${code}:\n${output}`);
  return output;
};

const fill = async (engine: Target, graph: string): Promise<void> => {
  await shell(engine, await readFile(path.join(folder, 'graphs', `${graph}.gsql`), 'utf8'), null);
  const data = JSON.parse(await readFile(path.join(folder, 'graphs', `${graph}.json`), 'utf8')) as GraphData;
  const vertices = Object.entries(data.vertices).flatMap(([type, rows]) =>
    Object.entries(rows).map(([id, values]): Write => ({
      kind: 'upsertVertex',
      type,
      id,
      attributes: attributes(values),
    })),
  );
  const edges = data.edges.map(([type, fromType, from, toType, to, values]): Write => ({
    kind: 'upsertEdge',
    type,
    from: { type: fromType, id: from },
    to: { type: toType, id: to },
    attributes: attributes(values ?? {}),
  }));
  await engine.write(graph, vertices);
  await engine.write(graph, edges, { vertexMustExist: true });
};

const run = async (engine: Target, graph: string, text: string, parameters: Record<string, unknown>) => {
  if (/^\s*INTERPRET/i.test(text)) return engine.interpretQuery(text, graph, parameters);
  const name = /QUERY\s+(\w+)/i.exec(text)?.[1] ?? '';
  await shell(engine, `${text}\nINSTALL QUERY ${name}`, graph);
  return engine.runQuery(graph, name, parameters);
};

/** `reopen` gives the engine that the second query of a writing case asks. */
const checkCase = async (
  engine: Target,
  graph: string,
  test: Case,
  exact: boolean,
  reopen: () => Promise<Target> = () => Promise.resolve(engine),
): Promise<void> => {
  const shown = (value: unknown): unknown => (exact && !test.unordered ? value : sorted(value));
  if (test.setup !== undefined) await shell(engine, test.setup, graph);
  if (test.error !== undefined) {
    const failure = await run(engine, graph, test.query, test.parameters).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(EngineError);
    expect({ code: (failure as EngineError).code, text: (failure as EngineError).message }).toEqual({
      code: test.error.code,
      text: expect.stringContaining(test.error.text) as string,
    });
    return;
  }
  const answer = await run(engine, graph, test.query, test.parameters);
  expect(shown(answer.results)).toEqual(shown(test.result));
  if (test.warnings !== undefined) expect(answer.warnings).toEqual(test.warnings);
  if (test.after !== undefined) {
    const after = await (await reopen()).interpretQuery(test.after.query, graph, {});
    expect(shown(after.results)).toEqual(shown(test.after.result));
  }
};

/** A case that writes runs in an engine of its own, on fresh data. */
const isWriting = (test: Case): boolean => test.after !== undefined;

const MODES = ['in process', 'after a restart', 'without rules', 'over HTTP'] as const;

describe.each(MODES)('%s', (mode) => {
  const exact = mode !== 'without rules';
  const open = (dataDir: string): Promise<Target> => openInProcess(dataDir, exact);
  const folders: string[] = [];
  let engine: Target;

  const fresh = async (): Promise<{ readonly dataDir: string; readonly opened: Target }> => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'acacia-conformance-'));
    folders.push(dataDir);
    const opened = await open(dataDir);
    for (const graph of graphs) await fill(opened, graph);
    return { dataDir, opened };
  };
  const restarted = async (opened: Target, dataDir: string): Promise<Target> => {
    await opened.close();
    return mode === 'over HTTP' ? openOverHttp(dataDir) : open(dataDir);
  };

  beforeAll(async () => {
    const { opened, dataDir } = await fresh();
    engine = mode === 'after a restart' || mode === 'over HTTP' ? await restarted(opened, dataDir) : opened;
  });
  afterAll(async () => {
    await engine.close();
    await Promise.all(folders.map((name) => rm(name, { recursive: true, force: true })));
  });

  // What is written does not depend on the planner or the way: two modes are enough for it.
  const chosen = [...files].map(([name, { graph, cases }]) => {
    const kept = cases.filter((test) => (exact && mode !== 'over HTTP') || !isWriting(test));
    return [name, { graph, cases: kept }] as const;
  });
  describe.each(chosen.filter(([, { cases }]) => cases.length > 0))('%s', (_name, { graph, cases }) => {
    const reading = cases.filter((test) => !isWriting(test));
    it.each(reading.map((test) => [test.title, test] as const))('%s', async (_title, test) => {
      await checkCase(engine, graph, test, exact);
    });
    const writing = cases.filter(isWriting);
    it.each(writing.map((test) => [test.title, test] as const))('%s', async (_title, test) => {
      const { dataDir, opened } = await fresh();
      let current = opened;
      try {
        await checkCase(opened, graph, test, exact, async () => {
          if (mode === 'after a restart') current = await restarted(opened, dataDir);
          return current;
        });
      } finally {
        await current.close();
      }
    });
  });
});
