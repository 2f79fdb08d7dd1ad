/**
 * Exports that TigerGraph wrote: `ExportedGraph.zip`, or the folder from which it was made. They contain GSQL that
 * recreates everything, and jobs that load the rows (TigerGraph 4.2, database import/export).
 */
import { engineError } from '../errors/catalogue.ts';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isWithin, type Readable } from '../files/judge-file.ts';
import { lendFile } from '../files/lend-file.ts';
import { checkPathText, shownPath } from '../files/path-text.ts';
import { readText } from '../files/read-text.ts';
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
  /** Removes the unpacked files. */
  readonly close: () => Promise<void>;
}

/** A folder or an archive that may be an export. */
export interface ForeignPlace {
  readonly place: string;
  /** As the person wrote it. */
  readonly written: string;
  readonly readable: Readable;
}

/** The first of the places that has such an export, unpacked below the data folder; undefined for none. */
export async function findForeign(
  places: readonly ForeignPlace[],
  dataDir: string,
  budget: () => Promise<LoadBudget>,
  signal: AbortSignal | undefined,
): Promise<ForeignExport | undefined> {
  for (const each of places) {
    const kind = await kindOf(each.place);
    if (kind === 'folder') return readForeign(each.place, each.readable, () => Promise.resolve());
    if (kind === 'none') continue;
    const folder = path.join(dataDir, `import-${randomUUID()}`);
    const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      const content = path.join(folder, 'content');
      await mkdir(content, { recursive: true, mode: 0o700 });
      const archive = path.join(folder, ARCHIVE);
      await lendFile(kind.archive, each.written, each.readable, archive, signal);
      await unpack(archive, 'zip', (_index, name) => placeIn(content, name), await budget(), signal);
      return await readForeign(await topOf(content), { folders: [content] }, close);
    } catch (cause) {
      await close();
      throw cause;
    }
  }
  return undefined;
}

async function kindOf(place: string): Promise<'folder' | 'none' | { readonly archive: string }> {
  const found = await stat(place).catch(() => null);
  if (found?.isFile() === true) return place.toLowerCase().endsWith('.zip') ? { archive: place } : 'none';
  if (found?.isDirectory() !== true) return 'none';
  const names = await readdir(place).catch(() => [] as string[]);
  if (names.includes(MANIFEST)) return 'none';
  if (names.includes(ARCHIVE)) return { archive: path.join(place, ARCHIVE) };
  return names.some((name) => OF_GRAPH.test(name)) ? 'folder' : 'none';
}

/**
 * The path of an archive's member below the folder into which the archive is unpacked.
 * @throws EngineError when the name leads out of the folder
 */
function placeIn(folder: string, name: string): string {
  checkPathText('name of a file in the archive', name);
  const place = path.resolve(folder, name);
  if (place === folder || !isWithin(folder, place))
    throw engineError('archiveLeadsOut', { path: shownPath(name) });
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  return place;
}

/** Some archives have everything in one folder. */
async function topOf(folder: string): Promise<string> {
  const [only, ...others] = await readdir(folder, { withFileTypes: true });
  return only?.isDirectory() === true && others.length === 0 && !/^graph_|^GlobalTypes$/.test(only.name)
    ? path.join(folder, only.name)
    : folder;
}

/** Bytes of GSQL in one file of an export. */
const MOST_BYTES = 16 * 2 ** 20;

async function readForeign(
  folder: string,
  readable: Readable,
  close: () => Promise<void>,
): Promise<ForeignExport> {
  const names = await readdir(folder);
  const ofGraphs = names.filter((name) => OF_GRAPH.test(name)).sort();
  const order = ['tuple.gsql', 'global.gsql', ...ofGraphs, 'run_loading_jobs.gsql'];
  const texts = order
    .filter((name) => names.includes(name))
    .map((name) => [name, readText(path.join(folder, name), name, readable, MOST_BYTES)] as const);
  const graphs = ofGraphs.map((name) => OF_GRAPH.exec(name)?.[1] ?? '');
  return { folder, graphs, texts, close };
}
