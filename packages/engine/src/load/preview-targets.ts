/** The first rows of the targets of a load, from their staging tables. */
import type { LoadPreview } from '../load-status.ts';
import { list, sql, type Sql } from '../sql.ts';
import type { Transaction } from '../storage/transaction.ts';
import type { StagedTarget } from './stage-file.ts';

/** As many as of a sample (specification part 4, section 9). */
const ROWS = 10;
const CHARACTERS = 200;
/** Columns of a target that are shown. */
const COLUMNS = 200;

interface Shown {
  readonly name: string;
  readonly text: Sql;
}

export async function previewTargets(
  transaction: Transaction,
  targets: readonly StagedTarget[],
): Promise<readonly LoadPreview[]> {
  const previews: LoadPreview[] = [];
  for (const { compiled, valid } of targets) {
    const shown = [...keysOf(compiled), ...valuesOf(compiled)].slice(0, COLUMNS);
    const texts = shown.map(({ text }) => sql`left((${text})::VARCHAR, ${CHARACTERS})`);
    const rows = await transaction.rows(sql`SELECT ${list(texts)} FROM ${valid} ORDER BY n LIMIT ${ROWS}`);
    previews.push({
      target: compiled.name,
      columns: shown.map(({ name }) => name),
      rows: rows.map((row) => row.map((value) => (value === null ? null : String(value)))),
    });
  }
  return previews;
}

function keysOf({ destination }: StagedTarget['compiled']): readonly Shown[] {
  if (destination.kind === 'vertex') return [{ name: destination.entry.type.primaryId.name, text: sql`id` }];
  const { target, swapped } = destination;
  const from = { name: `From ${target.from.type.name}`, text: sql`f` };
  const to = { name: `To ${target.to.type.name}`, text: sql`t` };
  // The ends of a reverse edge stand on the other sides of its pair.
  return swapped
    ? [
        { ...to, name: `From ${target.to.type.name}` },
        { ...from, name: `To ${target.from.type.name}` },
      ]
    : [from, to];
}

function valuesOf({ destination, given }: StagedTarget['compiled']): readonly Shown[] {
  const values = given.map(({ attribute: { name, type }, column }) => ({
    name,
    text:
      type.kind === 'scalar' && type.name === 'DATETIME'
        ? sql`strftime(make_timestamp(${column} * 1000000), '%Y-%m-%d %H:%M:%S')`
        : column,
  }));
  if (destination.kind === 'edge' || destination.vector === undefined) return values;
  return [...values, { name: destination.vector.name, text: sql`v` }];
}
