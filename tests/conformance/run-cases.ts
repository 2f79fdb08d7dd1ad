/**
 * Runs the cases in one of four modes. Each mode is a separate test file, so that they use all cores. Cases that write
 * run in one of the three modes other than in process, another each day; the others in process, and those of a file in
 * each of the other modes on one day of six. `ACACIA_CASES=all` runs all cases in all modes.
 */
import { repeats } from '@acacia/base/testing';
import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EngineError } from '@acacia/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Case, type CaseFile, parseCases, sorted } from './case-file.ts';
import type { GraphData } from './graph-data.ts';
import { openInProcess, openOverHttp, type Target } from './target.ts';

const folder = import.meta.dirname;
const casesFolder = path.join(folder, 'cases');
const fileNames = (await readdir(casesFolder)).filter((name) => name.endsWith('.cases')).sort();
const files = new Map<string, CaseFile>();
for (const name of fileNames) {
  files.set(name, parseCases(await readFile(path.join(casesFolder, name), 'utf8')));
}
const graphs = [...new Set([...files.values()].map(({ graph }) => graph))];

async function shell(engine: Target, text: string, graph: string | null): Promise<string> {
  let output = '';
  const code = await engine.executeGsql(text, { graph }, (part) => {
    output += part;
  });
  if (code !== 0) throw new Error(`The shell ended with ${code}:\n${output}`);
  return output;
}

async function define(engine: Target, graph: string): Promise<void> {
  await shell(engine, await readFile(path.join(folder, 'graphs', `${graph}.gsql`), 'utf8'), null);
}

async function fill(engine: Target, graph: string): Promise<void> {
  const text = await readFile(path.join(folder, 'graphs', `${graph}.json`), 'utf8');
  await engine.fill(graph, JSON.parse(text) as GraphData);
}

async function run(engine: Target, graph: string, text: string, parameters: Record<string, unknown>) {
  if (/^\s*INTERPRET/i.test(text)) return engine.interpretQuery(text, graph, parameters);
  const name = /QUERY\s+(\w+)/i.exec(text)?.[1] ?? '';
  await shell(engine, `${text}\nINSTALL QUERY ${name}`, graph);
  return engine.runQuery(graph, name, parameters);
}

async function checkShell(
  engine: Target,
  graph: string,
  { text, prints, code }: NonNullable<Case['shell']>,
): Promise<void> {
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
}

/** The second query of a writing case runs on the engine that wrote, then on the one that `reopen` returns. */
async function checkCase(
  engine: Target,
  graph: string,
  test: Case,
  exact: boolean,
  reopen?: () => Promise<Target>,
): Promise<void> {
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
  const { after } = test;
  if (after === undefined) return;
  const look = async (target: Target) => {
    const { results } = await target.interpretQuery(after.query, graph, {});
    expect(shown(results)).toEqual(shown(after.result));
  };
  await look(engine);
  if (reopen !== undefined) await look(await reopen());
}

/** Whether a case writes: it then runs on fresh data. */
const isWriting = (test: Case): boolean => test.after !== undefined;
/** Whether a case changes more than data: it then runs in an engine of its own. */
const changesTypes = (test: Case): boolean => test.setup !== undefined;

/** Modes among which the cases are divided that run in process as well. */
const DIVIDED = ['after a restart', "without the planner's rules", 'over HTTP'] as const;

/** Ways to run the cases. */
type Mode = 'in process' | (typeof DIVIDED)[number];

const DAY_MS = 86_400_000;
/** Days after which each case that reads has run in each mode, and each that writes. */
const TURNS = repeats(2 * DIVIDED.length, 1);
const WRITING_TURNS = repeats(DIVIDED.length, 1);
/** Shifts in which mode a case runs. */
const shift = Math.floor(Date.now() / DAY_MS) % (2 * DIVIDED.length);

/** Whether a case runs in a mode. @param place of its file among all: cases of one file may follow from each other */
function isOf(mode: Mode, test: Case, place: number): boolean {
  if (mode === 'in process') return !isWriting(test);
  if (isWriting(test)) return (place + shift + DIVIDED.indexOf(mode)) % WRITING_TURNS === 0;
  return (place + shift + 2 * DIVIDED.indexOf(mode)) % TURNS === 0;
}

/** Declares the tests of all cases. */
export function runCases(mode: Mode): void {
  const exact = mode !== "without the planner's rules";
  const folders: string[] = [];
  let filled: string;
  let engine: Target;
  /** The engine of the cases that write data; each begins with the data of its graph alone. */
  let writer: Target | undefined;

  const newFolder = async (): Promise<string> => {
    const folder = await mkdtemp(path.join(tmpdir(), 'acacia-conformance-'));
    folders.push(folder);
    return path.join(folder, 'data');
  };
  const open = (dataDir: string): Promise<Target> =>
    mode === 'over HTTP' ? openOverHttp(dataDir) : openInProcess(dataDir, exact);
  /** The data of the cases, in a new folder. */
  const fresh = async (): Promise<string> => {
    const dataDir = await newFolder();
    await cp(filled, dataDir, { recursive: true });
    return dataDir;
  };

  beforeAll(async () => {
    filled = await newFolder();
    const first = await openInProcess(filled, exact);
    for (const graph of graphs) {
      await define(first, graph);
      await fill(first, graph);
    }
    await first.close();
    const dataDir = await fresh();
    engine = await open(dataDir);
    if (mode !== 'after a restart') return;
    await engine.close();
    engine = await open(dataDir);
  });
  afterAll(async () => {
    await engine.close();
    await writer?.close();
    await Promise.all(folders.map((name) => rm(name, { recursive: true, force: true })));
  });

  // Those that write are looked at before a restart and after it in that mode.
  const places = new Map([...files.values()].map((file, place) => [file, place]));
  const asked = (file: CaseFile) => file.cases.filter((test) => isOf(mode, test, places.get(file) ?? 0));
  const division = `shifted by ${shift}`;
  describe.each([...files].filter(([, file]) => asked(file).length > 0))(`%s, ${division}`, (_name, file) => {
    const { graph } = file;
    it.each(asked(file).map((test) => [test.title, test] as const))('%s', async (_title, test) => {
      if (!isWriting(test)) return checkCase(engine, graph, test, exact);
      if (mode !== 'after a restart' && !changesTypes(test)) {
        writer ??= await open(await fresh());
        await shell(writer, 'CLEAR GRAPH STORE -HARD', null);
        await fill(writer, graph);
        return checkCase(writer, graph, test, exact);
      }
      const dataDir = await fresh();
      let current = await open(dataDir);
      const reopen = async () => {
        await current.close();
        current = await open(dataDir);
        return current;
      };
      try {
        await checkCase(current, graph, test, exact, mode === 'after a restart' ? reopen : undefined);
      } finally {
        await current.close();
      }
    });
  });
}
