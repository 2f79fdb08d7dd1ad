/** Runs every case: in process, after a restart, without the planner's rules, and over HTTP. */
import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
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
  readonly vertices: Readonly<Record<string, Readonly<Record<string, Values>>>>;
  readonly edges: readonly [string, string, string, string, string, Values?][];
}

type Values = Record<string, string | number | readonly number[]>;

const attributes = (values: Values) =>
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

const checkShell = async (
  engine: Target,
  graph: string,
  { text, prints, code }: NonNullable<Case['shell']>,
): Promise<void> => {
  let output = '';
  const ended = await engine.executeGsql(text, { graph }, (part) => {
    output += part;
  });
  let rest = output;
  for (const line of prints) {
    const at = rest.indexOf(line);
    if (at < 0)
      throw new Error(`The shell did not print, or not in its place:\n${line}\nIt printed:\n${output}`);
    rest = rest.slice(at + line.length);
  }
  expect({ code: ended, output }).toEqual({ code, output });
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
  if (test.shell !== undefined) return checkShell(engine, graph, test.shell);
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
  const folders: string[] = [];
  let filled: string;
  let engine: Target;

  const newFolder = async (): Promise<string> => {
    const folder = await mkdtemp(path.join(tmpdir(), 'acacia-conformance-'));
    folders.push(folder);
    return path.join(folder, 'data');
  };
  const open = (dataDir: string): Promise<Target> =>
    mode === 'over HTTP' ? openOverHttp(dataDir) : openInProcess(dataDir, exact);
  /** The data of the cases, in a folder of its own. */
  const fresh = async (): Promise<string> => {
    const dataDir = await newFolder();
    await cp(filled, dataDir, { recursive: true });
    return dataDir;
  };

  beforeAll(async () => {
    filled = await newFolder();
    const first = await openInProcess(filled, exact);
    for (const graph of graphs) await fill(first, graph);
    await first.close();
    const dataDir = await fresh();
    engine = await open(dataDir);
    if (mode !== 'after a restart') return;
    await engine.close();
    engine = await open(dataDir);
  });
  afterAll(async () => {
    await engine.close();
    await Promise.all(folders.map((name) => rm(name, { recursive: true, force: true })));
  });

  describe.each([...files])('%s', (_name, { graph, cases }) => {
    const reading = cases.filter((test) => !isWriting(test));
    it.each(reading.map((test) => [test.title, test] as const))('%s', async (_title, test) => {
      await checkCase(engine, graph, test, exact);
    });
    const writing = cases.filter(isWriting);
    it.each(writing.map((test) => [test.title, test] as const))('%s', async (_title, test) => {
      const dataDir = await fresh();
      let current = await open(dataDir);
      try {
        await checkCase(current, graph, test, exact, async () => {
          if (mode !== 'after a restart') return current;
          await current.close();
          current = await open(dataDir);
          return current;
        });
      } finally {
        await current.close();
      }
    });
  });
});
