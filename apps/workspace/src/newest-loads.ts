/** The newest loads in a few words, for the control plane, which lists them while the workspace does not run. */
import { LOADS_TOLD, type InternalLoad } from '@acacia/contract';
import { rejectedLines, rejectedObjects, type Engine, type LoadStatus } from '@acacia/engine';

/** Names of files that are told of a load. */
const FILES_TOLD = 10;

export const newestLoads = (engine: Engine): InternalLoad[] =>
  engine
    .graphs()
    .flatMap((graph) => engine.loads(graph))
    .filter(({ dryRun }) => !dryRun)
    .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
    .slice(0, LOADS_TOLD)
    .map(inWords);

function inWords({ id, graph, job, by, startedAt, endedAt, state, files, error }: LoadStatus): InternalLoad {
  const targets = files.flatMap(({ vertex, edge }) => [...vertex, ...edge]);
  const sum = <T>(parts: readonly T[], count: (part: T) => number): number =>
    parts.reduce((total, part) => total + count(part), 0);
  return {
    ...{ id, graph, job, by, state, error },
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    files: files.slice(0, FILES_TOLD).map(({ file }) => file),
    made: sum(targets, ({ newObject, newEndpoint }) => newObject + newEndpoint),
    updated: sum(targets, ({ updatedObject }) => updatedObject),
    rejected: sum(files, rejectedLines) + sum(targets, rejectedObjects),
  };
}
