/**
 * Exports that TigerGraph wrote: `ExportedGraph.zip`, or the folder that it was made of. What is in them is GSQL
 * that makes everything again, and jobs that load the rows (TigerGraph 4.2, database import/export).
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { unpack } from '../load/archives.ts';
import type { LoadBudget } from '../load/load-budget.ts';
import { MANIFEST } from './exported.ts';

const ARCHIVE = 'ExportedGraph.zip';
const OF_GRAPH = /^DBImportExport_(\w+)\.gsql$/;

export interface ForeignExport {
  readonly folder: string;
  readonly graphs: readonly string[];
  /** GSQL by file, in the order in which it runs. */
  readonly texts: readonly (readonly [string, string])[];
  /** Removes what was unpacked. */
  readonly close: () => Promise<void>;
}

/** The first of the places that has such an export, unpacked below the data folder; undefined for none. */
export const findForeign = async (
  places: readonly string[],
  dataDir: string,
  budget: () => Promise<LoadBudget>,
  signal: AbortSignal | undefined,
): Promise<ForeignExport | undefined> => {
  for (const place of places) {
    const kind = await kindOf(place);
    if (kind === 'folder') return readForeign(place, () => Promise.resolve());
    if (kind === 'none') continue;
    const folder = path.join(dataDir, `import-${randomUUID()}`);
    const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      await mkdir(folder, { recursive: true });
      await unpack(kind.archive, 'zip', (_index, name) => placeIn(folder, name), await budget(), signal);
      return await readForeign(await topOf(folder), close);
    } catch (cause) {
      await close();
      throw cause;
    }
  }
  return undefined;
};

const kindOf = async (place: string): Promise<'folder' | 'none' | { readonly archive: string }> => {
  const found = await stat(place).catch(() => null);
  if (found === null) return 'none';
  if (found.isFile()) return place.toLowerCase().endsWith('.zip') ? { archive: place } : 'none';
  const names = await readdir(place);
  if (names.includes(MANIFEST)) return 'none';
  if (names.includes(ARCHIVE)) return { archive: path.join(place, ARCHIVE) };
  return names.some((name) => OF_GRAPH.test(name)) ? 'folder' : 'none';
};

/** Members lie in folders; their names were checked when the archive was read. */
const placeIn = (folder: string, name: string): string => {
  const place = path.join(folder, name);
  mkdirSync(path.dirname(place), { recursive: true });
  return place;
};

/** Some archives have everything in one folder. */
const topOf = async (folder: string): Promise<string> => {
  const [only, ...others] = await readdir(folder, { withFileTypes: true });
  return only?.isDirectory() === true && others.length === 0 && !/^graph_|^GlobalTypes$/.test(only.name)
    ? path.join(folder, only.name)
    : folder;
};

const readForeign = async (folder: string, close: () => Promise<void>): Promise<ForeignExport> => {
  const names = await readdir(folder);
  const ofGraphs = names.filter((name) => OF_GRAPH.test(name)).sort();
  const order = ['tuple.gsql', 'global.gsql', ...ofGraphs, 'run_loading_jobs.gsql'];
  const texts = order
    .filter((name) => names.includes(name))
    .map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const);
  const graphs = ofGraphs.map((name) => OF_GRAPH.exec(name)?.[1] ?? '');
  return { folder, graphs, texts: await Promise.all(texts), close };
};
