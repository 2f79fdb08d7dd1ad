/** Changes allow-lists (specification part 2, sections 5 and 8). */
import { randomUUID } from 'node:crypto';
import type { AllowedIpInput } from '@acacia/contract';
import { and, count, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { brokenConstraint } from '../../database/database.ts';
import type { Db } from '../../database/database.ts';
import { allowedIps, workgroups } from '../../database/schema.ts';
import { badField, notFound, problem } from '../../errors/problem.ts';
import { isWithin, normalRange } from '../../network/addresses.ts';

export type AllowedIpRow = typeof allowedIps.$inferSelect;

/** Limit of ranges: more would slow down every request, and ranges can be merged. */
const MOST_RANGES = 200;

/** Locks the workgroup, so that changes of one list are serialised and each sees the list that it results in. */
async function lockGroup(tx: Db, workgroupId: string): Promise<typeof workgroups.$inferSelect> {
  const [group] = await tx.select().from(workgroups).where(eq(workgroups.id, workgroupId)).for('update');
  if (group === undefined) throw notFound('workgroup');
  return group;
}

const rangesOf = async (tx: Db, workgroupId: string): Promise<string[]> =>
  (await tx.select().from(allowedIps).where(eq(allowedIps.workgroupId, workgroupId))).map(({ cidr }) => cidr);

interface Consequence {
  readonly enabled: boolean;
  readonly ranges: readonly string[];
  readonly address: string;
  readonly accepted: boolean;
}

/** @throws Problem Conflict when the change would lock the caller out and they have not accepted that */
function checkLockout({ enabled, ranges, address, accepted }: Consequence): void {
  if (!enabled || accepted || isWithin(address, ranges)) return;
  throw badField('accept_lockout', 'ownAddressShutOut', { address });
}

function rangeOf(text: string): string {
  const range = normalRange(text);
  if (range === undefined) {
    throw badField('cidr', 'notARange', { text });
  }
  return range;
}

async function once<T>(cidr: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) !== 'allowed_ips_once') throw error;
    throw badField('cidr', 'rangeListed', { cidr });
  }
}

type Input = z.output<typeof AllowedIpInput>;

/** @throws Problem when the text is no range, or the list has it or is full */
export async function addRange(
  tx: Db,
  workgroupId: string,
  input: Input,
  creator: string,
): Promise<AllowedIpRow> {
  await lockGroup(tx, workgroupId);
  const cidr = rangeOf(input.cidr);
  const [held] = await tx
    .select({ ranges: count() })
    .from(allowedIps)
    .where(eq(allowedIps.workgroupId, workgroupId));
  if ((held?.ranges ?? 0) >= MOST_RANGES) {
    throw problem('tooManyRanges', { most: MOST_RANGES });
  }
  const values = { id: randomUUID(), workgroupId, cidr, note: input.note, creator };
  const [row] = await once(cidr, () => tx.insert(allowedIps).values(values).returning());
  if (row === undefined) throw new Error('The range was not stored.');
  return row;
}

async function findRange(tx: Db, workgroupId: string, id: string): Promise<AllowedIpRow> {
  const [row] = await tx
    .select()
    .from(allowedIps)
    .where(and(eq(allowedIps.id, id), eq(allowedIps.workgroupId, workgroupId)));
  if (row === undefined) throw notFound('allowed IP');
  return row;
}

export async function changeRange(
  tx: Db,
  workgroupId: string,
  id: string,
  input: Input,
  address: string,
): Promise<{ before: AllowedIpRow; after: AllowedIpRow }> {
  const group = await lockGroup(tx, workgroupId);
  const before = await findRange(tx, workgroupId, id);
  const cidr = rangeOf(input.cidr);
  const others = (await rangesOf(tx, workgroupId)).filter((range) => range !== before.cidr);
  checkLockout({
    enabled: group.enableAllowList,
    ranges: [...others, cidr],
    address,
    accepted: input.accept_lockout,
  });
  const [after] = await once(cidr, () =>
    tx.update(allowedIps).set({ cidr, note: input.note }).where(eq(allowedIps.id, id)).returning(),
  );
  return { before, after: after ?? before };
}

export async function removeRange(
  tx: Db,
  workgroupId: string,
  id: string,
  address: string,
  accepted: boolean,
): Promise<AllowedIpRow> {
  const group = await lockGroup(tx, workgroupId);
  const row = await findRange(tx, workgroupId, id);
  const ranges = (await rangesOf(tx, workgroupId)).filter((range) => range !== row.cidr);
  checkLockout({ enabled: group.enableAllowList, ranges, address, accepted });
  await tx.delete(allowedIps).where(eq(allowedIps.id, id));
  return row;
}

/** Turns the allow-list on. @returns whether it was on before */
export async function enableList(
  tx: Db,
  workgroupId: string,
  address: string,
  accepted: boolean,
): Promise<boolean> {
  const { enableAllowList: before } = await lockGroup(tx, workgroupId);
  checkLockout({ enabled: true, ranges: await rangesOf(tx, workgroupId), address, accepted });
  await tx.update(workgroups).set({ enableAllowList: true }).where(eq(workgroups.id, workgroupId));
  return before;
}

/** Turns the allow-list off. @returns whether it was on before */
export async function disableList(tx: Db, workgroupId: string): Promise<boolean> {
  const { enableAllowList: before } = await lockGroup(tx, workgroupId);
  await tx.update(workgroups).set({ enableAllowList: false }).where(eq(workgroups.id, workgroupId));
  return before;
}
