/** Log lines about the engine's events. */
import { SLOW_QUERY_MS } from '@acacia/contract';
import { rejectedLines, type EngineEvent } from '@acacia/engine';
import type { Logger } from 'pino';
import { componentLogger } from './log.ts';

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

type QueryEnded = Extract<EngineEvent, { kind: 'queryEnded' }>;
type LoadEvent = Extract<EngineEvent, { kind: 'loadStarted' | 'loadEnded' }>;

const queryName = ({ query, graph }: QueryEnded): string =>
  query === '' ? `A query of the graph ${graph}` : `The query ${query} of the graph ${graph}`;

function logQuery(gpe: Logger, event: QueryEnded): void {
  const { outcome, milliseconds, error, requestId } = event;
  const name = queryName(event);
  switch (outcome) {
    case 'done':
      if (milliseconds >= SLOW_QUERY_MS) gpe.warn({ requestId }, `${name} took ${seconds(milliseconds)}.`);
      return;
    case 'aborted':
      gpe.info({ requestId }, `${name} was aborted after ${seconds(milliseconds)}.`);
      return;
    case 'timeout':
      gpe.warn({ requestId }, `${name} was stopped by its time limit after ${seconds(milliseconds)}.`);
      return;
    case 'failed':
      gpe.info({ requestId }, `${name} failed after ${seconds(milliseconds)}: ${error ?? ''}`);
  }
}

function logLoad(loader: Logger, { kind, load }: LoadEvent): void {
  const name = `The loading job ${load.job} of the graph ${load.graph}`;
  const about = { loadId: load.id };
  if (kind === 'loadStarted') {
    loader.info(about, `${name} began with ${load.files.length} file${load.files.length === 1 ? '' : 's'}.`);
    return;
  }
  const loaded = load.files.reduce((total, file) => total + file.validLine, 0);
  const rejected = load.files.reduce((total, file) => total + rejectedLines(file), 0);
  const took = seconds((load.endedAt ?? load.startedAt).getTime() - load.startedAt.getTime());
  if (load.state === 'failed') loader.error(about, `${name} failed after ${took}: ${load.error ?? ''}`);
  else if (load.state === 'aborted')
    loader.warn(about, `${name} was aborted after ${took}; nothing was stored.`);
  else loader.info(about, `${name} loaded ${loaded} lines in ${took}; ${rejected} were rejected.`);
}

export function logEvents(logger: Logger): (event: EngineEvent) => void {
  const gpe = componentLogger(logger, 'gpe');
  const gsql = componentLogger(logger, 'gsql');
  const loader = componentLogger(logger, 'loader');
  return (event) => {
    switch (event.kind) {
      case 'queryEnded':
        return logQuery(gpe, event);
      case 'loadStarted':
      case 'loadEnded':
        return logLoad(loader, event);
      case 'catalogChanged':
        for (const change of event.changes) gsql.info(change);
    }
  };
}
