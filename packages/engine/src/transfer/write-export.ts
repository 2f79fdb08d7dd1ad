/** Writes an export into a folder: the catalog as plain data, GSQL for people, and a file of rows per table. */
import { engineError } from '../errors/catalogue.ts';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { moveDurably, syncFolders } from '@acacia/durable-files';
import { EngineError } from '../errors.ts';
import { id, list, literal, sql } from '../sql.ts';
import { shownPath } from '../files/path-text.ts';
import { fileLiteral } from '../storage/file-literal.ts';
import { asEngineError } from '../storage/failures.ts';
import type { Store, StoreState } from '../storage/store.ts';
import type { Transaction } from '../storage/transaction.ts';
import { exportedOf, MANIFEST, type Exported, type ExportedRows } from './exported.ts';
import { readableText } from './readable-text.ts';
import { attributesIn, entryOf, fileOf, keysIn, rowsSql, rowTables } from './tables.ts';

/**
 * Writes one version of the store; the folder appears whole or not at all.
 * @throws EngineError when the export cannot be written
 */
export async function writeExport(
  store: Store,
  { folder, written }: { readonly folder: string; readonly written: string },
  graphs: readonly string[] | '*',
  options: Pick<Exported, 'content' | 'separator'>,
  signal: AbortSignal | undefined,
): Promise<Exported> {
  const there = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    throw failure(written, cause);
  });
  if (there.length > 0) {
    throw engineError('exportFolderNotEmpty', { path: shownPath(written) });
  }
  const draft = `${folder}.partial`;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    const exported = await store.read(
      (transaction, state) => writeInto(transaction, state, draft, graphs, options),
      signal,
    );
    await syncFolders(draft);
    await rm(folder, { recursive: true, force: true });
    await moveDurably(draft, folder);
    return exported;
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    throw failure(written, cause);
  }
}

/** The error for a failed export. Of a system error it shows the code alone: the message has paths of the machine. */
function failure(written: string, cause: unknown): unknown {
  const known = asEngineError(cause);
  const { code } = cause as NodeJS.ErrnoException;
  if (known instanceof EngineError || code === undefined) return known;
  const reason = code === 'ENOSPC' ? 'the disk is full' : code;
  return engineError('exportFailed', { path: shownPath(written), reason }).causedBy(cause);
}

async function writeInto(
  transaction: Transaction,
  { catalog }: StoreState,
  folder: string,
  graphs: readonly string[] | '*',
  options: Pick<Exported, 'content' | 'separator'>,
): Promise<Exported> {
  const schema = exportedOf(catalog, graphs, options);
  const rows: ExportedRows[] = [];
  for (const table of options.content === 'data' ? rowTables(catalog, schema) : []) {
    const file = fileOf(table);
    const place = path.join(folder, file);
    await mkdir(path.dirname(place), { recursive: true });
    const keys = keysIn(table).map(id);
    // The quotes distinguish an empty text from a missing value.
    const texts = attributesIn(table)
      .filter(({ type }) => type.kind !== 'scalar' || type.name === 'STRING')
      .map(({ name }) => id(name));
    const count = await transaction.run(
      sql`COPY (${rowsSql(table)}) TO ${fileLiteral(place)}
       (FORMAT csv, HEADER true, DELIMITER ${literal(options.separator)}, QUOTE '"', ESCAPE '"', FORCE_QUOTE (${list([...keys, ...texts])}))`,
    );
    const { kind, graph } = table;
    const pair = table.kind === 'edge' ? { pair: table.pair } : {};
    rows.push({ kind, graph, type: entryOf(table).type.name, ...pair, file, rows: count });
  }
  const exported = { ...schema, rows };
  await writeFile(path.join(folder, MANIFEST), `${JSON.stringify(exported, null, 2)}\n`);
  for (const [name, text] of readableText(catalog, exported)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return exported;
}
