/** Opens the runs of a workspace: the history in its data folder, and a fresh folder for results. */
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { RUN_BOUNDS } from '@acacia/contract';
import { EngineError, type ResultTables } from '@acacia/engine';
import type { Logger } from 'pino';
import { Problem } from '../errors/problem.ts';
import type { UdfFiles } from '../settings/udf.ts';
import type { ListenOn } from '../options.ts';
import { openHistory, type RunHistory } from './history.ts';
import { openResultFiles } from './result-files.ts';
import { writeTable } from './write-table.ts';
import { createRunBook, type RunBook } from './run-book.ts';

const FOLDER = 'runs';

interface Options {
  readonly dataDir: string;
  /** The data folder stays as it is: the history is in memory, and results are in the folder for temporary files. */
  readonly readOnly: boolean;
  /** Folder of results. */
  readonly results: string;
  readonly log: Logger;
  readonly udf: UdfFiles;
  readonly tables: ResultTables;
}

/** Folder of results, which is removed when the workspace stops. */
export function resultFolder(dataDir: string, readOnly: boolean, listen: ListenOn): string {
  if (!readOnly) return join(dataDir, FOLDER, 'results');
  // Of one workspace alone, and found again by its next process.
  return listen.kind === 'socket' ? `${listen.path}.runs` : join(tmpdir(), `acacia-runs-${process.pid}`);
}

interface OpenRuns {
  readonly book: RunBook;
  readonly history: RunHistory;
}

export async function openRunBook({
  dataDir,
  readOnly,
  results,
  log,
  udf,
  tables,
}: Options): Promise<OpenRuns> {
  const folder = readOnly ? null : join(dataDir, FOLDER);
  const history = await openHistory({ folder, warn: (sentence) => log.warn(sentence) });
  const book = await createRunBook(
    {
      history,
      warn: (sentence, err) => log.error({ err }, sentence),
      // The run's own time limit holds.
      write: (table, target, signal) =>
        writeTable(tables, table, { ...target, view: null, patienceMs: RUN_BOUNDS.ceilingMs }, signal),
      explain: (error) => {
        if (error instanceof EngineError || error instanceof Problem) return udf.explain(error.message);
        log.error({ err: error }, 'A run failed by a fault of the server');
        return 'The workspace failed to run this.';
      },
    },
    (makeRoom) => openResultFiles({ folder: results, makeRoom }),
  );
  return { book, history };
}
