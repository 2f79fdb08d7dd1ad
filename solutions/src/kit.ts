/** A solution in its folder: its description, and its texts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { GraphStyle, SolutionQuery, type SolutionLanguage } from '@acacia/contract';
import { z } from 'zod';

const Meta = z.object({
  /** The folder's name, and the solution's id in addresses. */
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  description: z.string(),
  categories: z.array(z.string()).min(1),
  graph: z.string(),
  provider: z.string(),
  /** Libraries are parts of other solutions and are not shown. */
  is_library: z.boolean(),
  algorithms: z.array(z.string()),
  hasInsights: z.boolean(),
  dataset: z.object({
    description: z.string(),
    /** Rows of each generated file at scale 1. */
    rows: z.record(z.string(), z.number().int()),
    /** The same in full size; none: the solution has one size. */
    full_rows: z.record(z.string(), z.number().int()).optional(),
  }),
  /** Queries that run once after loading, in this order; their results are stored in the graph. */
  features: z.array(z.string()),
});
export type SolutionMeta = z.infer<typeof Meta>;

export interface SolutionKit {
  readonly meta: SolutionMeta;
  /** GSQL text by the file's name without `.gsql`, in the order of the names. */
  readonly schema: ReadonlyMap<string, string>;
  readonly loadingJobs: ReadonlyMap<string, string>;
  readonly queries: ReadonlyMap<string, string>;
  /** The queries that its guide leads through, in that order. */
  readonly queriesDocs: readonly SolutionQuery[];
  /** Markdown. */
  readonly guide: string;
  readonly style: GraphStyle;
  /** SVG. */
  readonly icon: string;
}

/** A line of the catalog. */
type SolutionEntry = SolutionMeta & { readonly icon: string };

const FOLDER = path.resolve(import.meta.dirname, '..');

const read = (...parts: string[]): string => readFileSync(path.join(FOLDER, ...parts), 'utf8');
const readJson = (...parts: string[]): unknown => JSON.parse(read(...parts));

const gsqlFiles = (id: string, folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(path.join(FOLDER, id, folder))
      .filter((file) => file.endsWith('.gsql'))
      .sort()
      .map((file) => [file.slice(0, -'.gsql'.length), read(id, folder, file)]),
  );

/** @throws Error when the folder's `meta.json` is not valid */
function readMeta(id: string): SolutionMeta {
  const meta = Meta.parse(readJson(id, 'meta.json'));
  if (meta.id !== id) throw new Error(`The id in ${id}/meta.json is '${meta.id}'.`);
  return meta;
}

const solutionIds = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => existsSync(path.join(FOLDER, name, 'meta.json')))
    .sort();

/** All solutions in the catalog, by name. */
export const solutionCatalog = (): SolutionEntry[] =>
  solutionIds()
    .map(readMeta)
    .filter((meta) => !meta.is_library)
    .map((meta) => ({ ...meta, icon: read(meta.id, 'icon.svg') }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));

const Documented = z.array(SolutionQuery.omit({ description: true }));

/** The text of a query's first comment, on one line. */
const descriptionOf = (gsql: string): string =>
  (/\/\*([\s\S]*?)\*\//.exec(gsql)?.[1] ?? '').replace(/\s*\n\s*\*?\s*/g, ' ').trim();

/** @throws Error when `queries.json` names a query that is not there */
function readQueriesDocs(id: string, queries: ReadonlyMap<string, string>): SolutionQuery[] {
  return Documented.parse(readJson(id, 'queries.json')).map((documented) => {
    const text = queries.get(documented.name);
    if (text === undefined) throw new Error(`${id} has no query ${documented.name}.`);
    return { ...documented, description: descriptionOf(text) };
  });
}

const Translated = z.object({
  /** The hash of the guide that `guide.zh.md` was made of. */
  guide_of: z.string(),
  /** Chinese texts of `queries.json` and of the queries' first comments, by the English ones. */
  texts: z.record(z.string(), z.string()),
});

/** The Chinese texts of a solution. `tests/repo/guides.test.ts` compares them with the English ones. */
export const solutionInChinese = (id: string) => Translated.parse(readJson(id, 'zh.json'));

/** Titles, questions and descriptions in a language; those without a translation stay English. */
function queriesIn(language: SolutionLanguage, id: string, queries: readonly SolutionQuery[]) {
  if (language === 'en') return queries;
  const { texts } = solutionInChinese(id);
  const said = (text: string): string => texts[text] ?? text;
  return queries.map((query) => ({
    ...query,
    title: said(query.title),
    question: said(query.question),
    description: said(query.description),
  }));
}

/** @returns undefined when the solution does not exist */
export function solutionKit(id: string, language: SolutionLanguage = 'en'): SolutionKit | undefined {
  if (!solutionIds().includes(id)) return undefined;
  const queries = gsqlFiles(id, 'queries');
  return {
    meta: readMeta(id),
    schema: gsqlFiles(id, 'schema'),
    loadingJobs: gsqlFiles(id, 'loading_job'),
    queries,
    queriesDocs: queriesIn(language, id, readQueriesDocs(id, queries)),
    guide: read(id, language === 'en' ? 'guide.md' : `guide.${language}.md`),
    style: GraphStyle.parse(readJson(id, 'style.json')),
    icon: read(id, 'icon.svg'),
  };
}
