/** The report of a load, in the form of TigerGraph's shell. */
import path from 'node:path';
import type { LoadStatus } from '../load-status.ts';
import { rejectedLines, rejectedObjects } from '../load/load-reports.ts';

const HEADS = ['FILENAME', 'LINES', 'OBJECTS', 'ERRORS', 'AVG SPEED', 'DURATION'];

/** The name of a file; a query in a data source whole. */
const shownName = (file: string): string => (file.startsWith('$') ? file : path.basename(file));

/** The table of a load's files: lines, objects, errors, speed. */
export function filesTable(status: LoadStatus): string[] {
  const seconds = Math.max(
    0.001,
    ((status.endedAt ?? new Date()).getTime() - status.startedAt.getTime()) / 1000,
  );
  const rows = status.files.map((file) => {
    const targets = [...file.vertex, ...file.edge];
    const sum = (pick: (target: (typeof targets)[number]) => number): number =>
      targets.reduce((total, target) => total + pick(target), 0);
    const lines = file.validLine + rejectedLines(file);
    const objectErrors = sum(rejectedObjects);
    return [
      shownName(file.file),
      String(lines),
      String(sum((each) => each.validObject)),
      String(objectErrors + lines - file.validLine),
      `${Math.round(lines / seconds)} l/s`,
      `${seconds.toFixed(2)} s`,
    ];
  });
  return textTable([HEADS, ...rows]);
}

/** The table of a finished load, its rejected rows, and the line that clients look for. */
export function resultLines(status: LoadStatus): string[] {
  if (status.state === 'aborted') return [`LOAD ABORTED for loading jobid: ${status.id}`];
  if (status.state === 'failed') return [`${status.error}`, `LOAD FAILED for loading jobid: ${status.id}`];
  return [
    ...filesTable(status),
    ...status.files.flatMap((file) => [
      ...file.vertex.map(targetLine('vertex')),
      ...file.edge.map(targetLine('edge')),
    ]),
    ...status.files.flatMap((file) => warnings(file)),
    `LOAD SUCCESSFUL for loading jobid: ${status.id}`,
  ];
}

const targetLine =
  (kind: 'vertex' | 'edge') =>
  (target: LoadStatus['files'][number]['vertex'][number]): string =>
    `${kind} ${target.typeName}: ` +
    (target.deletedObject > 0
      ? `${target.deletedObject} deleted, `
      : `${target.newObject} new, ${target.updatedObject} updated, `) +
    `${rejectedObjects(target)} rejected`;

function warnings(file: LoadStatus['files'][number]): string[] {
  const targets = [...file.vertex, ...file.edge];
  const sum = (pick: (target: (typeof targets)[number]) => number): number =>
    targets.reduce((total, target) => total + pick(target), 0);
  const kinds: [number, string][] = [
    [file.notEnoughToken, 'line(s) do not have enough number of tokens.'],
    [file.surplusToken, 'line(s) have more tokens than the first line and were loaded without them.'],
    [file.invalidJson, 'line(s) are no JSON objects.'],
    [file.rejectLine, 'line(s) cannot be read.'],
    [file.oversizeToken, 'line(s) are too long.'],
    [sum((each) => each.noIdFound), 'object(s) have no id.'],
    [sum((each) => each.invalidPrimaryId), 'object(s) have an invalid id.'],
    [sum((each) => each.invalidAttribute), 'object(s) have an invalid attribute.'],
    [sum((each) => each.missingEndpoint), 'edge(s) have an end that does not exist.'],
  ];
  return kinds
    .filter(([count]) => count > 0)
    .map(
      ([count, words]) => `[WARNING] bad data in m1 (replica 1) ${shownName(file.file)}: ${count} ${words}`,
    );
}

export function textTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const rule = `+${'-'.repeat(widths.reduce((sum, width) => sum + width + 3, -1))}+`;
  const lines = rows.map(
    (row) => `|${row.map((cell, column) => ` ${cell.padStart(widths[column] ?? 0)} `).join('|')}|`,
  );
  return [rule, lines[0] ?? '', rule, ...lines.slice(1), rule];
}
