/** Results of a load for each target, and its rejects: a line, an object of a line, or columns. */
import { t } from '@acacia/texts';
import type { WireFileCounts, WireLoadStatus, WireTargetCounts } from '@acacia/contract';
import { formatNumber } from '@acacia/ui';

export interface OutcomeRow {
  readonly target: string;
  readonly made: number;
  readonly updated: number;
  /** The sum of the reasons that follow. */
  readonly rejected: number;
  readonly unreadable: number;
  readonly endMissing: number;
  /** Vertices made because an edge has them as an end. */
  readonly endsMade: number;
  readonly badValue: number;
  /** Lines that were loaded without their columns beyond those of the first line. */
  readonly surplus: number;
}

/** Rows for the targets, and for files with unreadable or longer lines; rejects are summed over them. */
export function outcomeRows({ overall, workers }: WireLoadStatus): OutcomeRow[] {
  const { vertex, edge } = overall.statistics.objectLevel;
  return [
    ...vertex.map((counts) => targetRow(t`Vertex ${counts.typeName}`, counts)),
    ...edge.map((counts) => targetRow(t`Edge ${counts.typeName}`, counts)),
    ...workers.flatMap(({ tasks }) => tasks.map(fileRow)).filter((row) => row.rejected + row.surplus > 0),
  ];
}

/** E.g. `4 lines without their surplus columns`, of `OutcomeRow.surplus` over all rows. */
export const surplusText = (lines: number): string =>
  lines === 1
    ? t`1 line without its surplus columns`
    : t`${formatNumber(lines)} lines without their surplus columns`;

/** E.g. `2 ends of edges without a row of their own`, of `OutcomeRow.endsMade` over all rows. */
export const endsMadeText = (ends: number): string =>
  ends === 1
    ? t`1 end of edges without a row of its own`
    : t`${formatNumber(ends)} ends of edges without a row of their own`;

/** The name that the person chose for the file, without the folder of uploads; of a file of an archive with that one's. */
export function fileName(path: string): string {
  const archive = path.lastIndexOf('!/');
  return path.slice(path.lastIndexOf('/', archive === -1 ? undefined : archive) + 1);
}

function fileRow(counts: WireFileCounts): OutcomeRow {
  const unreadable = counts.rejectLine + counts.notEnoughToken + counts.invalidJson + counts.oversizeToken;
  return {
    target: t`Lines of ${fileName(counts.filename)}`,
    made: 0,
    updated: 0,
    rejected: unreadable,
    unreadable,
    endMissing: 0,
    endsMade: 0,
    badValue: 0,
    surplus: counts.surplusToken,
  };
}

function targetRow(target: string, counts: WireTargetCounts): OutcomeRow {
  const badValue = counts.invalidAttribute + counts.invalidPrimaryId + counts.noIdFound;
  const endMissing = counts.missingEndpoint;
  return {
    target,
    made: counts.newObject,
    updated: counts.updatedObject,
    rejected: badValue + endMissing,
    unreadable: 0,
    endMissing,
    endsMade: counts.newEndpoint,
    badValue,
    surplus: 0,
  };
}

/** Rows of all targets, summed, as text. */
export const sumText = (status: WireLoadStatus, of: (row: OutcomeRow) => number): string =>
  formatNumber(outcomeRows(status).reduce((total, row) => total + of(row), 0));
