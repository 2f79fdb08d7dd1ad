/** Status of a run of a loading job in the form that clients read. */
import type { OnlinePostResult, WireFileCounts, WireLoadStatus, WireTargetCounts } from '@acacia/contract';
import type { FileCounts, LoadStatus, TargetCounts } from '@acacia/engine';

const COUNTERS = [
  'validObject',
  'newObject',
  'updatedObject',
  'deletedObject',
  'noIdFound',
  'invalidAttribute',
  'invalidPrimaryId',
  'missingEndpoint',
  'newEndpoint',
  'failedCondition',
] as const satisfies readonly (keyof TargetCounts)[];

/** Counts of the same type in several files are added up. */
function addedUp(counts: readonly TargetCounts[]): WireTargetCounts[] {
  const byType = new Map<string, WireTargetCounts>();
  for (const one of counts) {
    const sum = byType.get(one.typeName);
    if (sum === undefined) byType.set(one.typeName, { ...one });
    else for (const counter of COUNTERS) sum[counter] += one[counter];
  }
  return [...byType.values()];
}

const fileAnswer = ({ file, vertex, edge, ...counts }: FileCounts): WireFileCounts => ({
  filename: file,
  ...counts,
  vertex: [...vertex],
  edge: [...edge],
});

export function loadAnswer(status: LoadStatus): WireLoadStatus {
  const { files } = status;
  const sum = (
    counter:
      | 'validLine'
      | 'rejectLine'
      | 'notEnoughToken'
      | 'surplusToken'
      | 'invalidJson'
      | 'oversizeToken'
      | 'bytes'
      | 'bytesRead',
  ) => files.reduce((total, file) => total + file[counter], 0);
  const [vertex, edge] = [files.flatMap((file) => file.vertex), files.flatMap((file) => file.edge)];
  const speed = (milliseconds: number): number =>
    milliseconds === 0 ? 0 : Math.round(sum('bytesRead') / (milliseconds / 1000));
  const duration = (status.endedAt ?? new Date()).getTime() - status.startedAt.getTime();
  return {
    overall: {
      id: status.id,
      jobName: status.job,
      graphName: status.graph,
      status: status.state,
      error: status.error,
      progress: status.progress,
      startTime: status.startedAt.getTime(),
      endTime: status.endedAt?.getTime() ?? null,
      duration,
      size: sum('bytes'),
      averageSpeed: speed(duration),
      currentSpeed: status.state === 'running' ? speed(duration) : 0,
      dryRun: status.dryRun,
      resumable: status.resumable,
      statistics: {
        fileLevel: {
          validLine: sum('validLine'),
          rejectLine: sum('rejectLine'),
          failedConditionLine: [...vertex, ...edge].reduce((total, each) => total + each.failedCondition, 0),
          notEnoughToken: sum('notEnoughToken'),
          surplusToken: sum('surplusToken'),
          invalidJson: sum('invalidJson'),
          oversizeToken: sum('oversizeToken'),
        },
        objectLevel: { vertex: addedUp(vertex), edge: addedUp(edge) },
      },
    },
    workers: [{ tasks: files.map(fileAnswer) }],
  };
}

/** Statistics in the answer to a request that posted its data. */
export function postedStatistics(status: LoadStatus, deletes: boolean): OnlinePostResult['statistics'] {
  const { fileLevel, objectLevel } = loadAnswer(status).overall.statistics;
  const named = (counts: readonly WireTargetCounts[]): OnlinePostResult['statistics']['vertex'] =>
    counts.map((each) => ({ ...each, invalidSecondaryId: 0, incorrectFixedBinaryLength: 0 }));
  const [vertex, edge] = [named(objectLevel.vertex), named(objectLevel.edge)];
  return deletes
    ? { ...fileLevel, vertex: [], edge: [], deleteVertex: vertex, deleteEdge: edge }
    : { ...fileLevel, vertex, edge, deleteVertex: [], deleteEdge: [] };
}
