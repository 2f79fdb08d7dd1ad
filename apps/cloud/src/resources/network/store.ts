/** Reads allow-lists of workgroups and checks addresses against them. */
import { and, asc, eq } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Db } from '../../database/database.ts';
import { allowedIps, workgroups } from '../../database/schema.ts';
import { isWithin } from '../../network/addresses.ts';

/** Ranges by workgroup, for those workgroups whose list is enabled. */
export async function enabledLists(
  db: Db,
  workgroupIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .select({ id: workgroups.id, cidr: allowedIps.cidr })
    .from(workgroups)
    .leftJoin(allowedIps, eq(allowedIps.workgroupId, workgroups.id))
    .where(and(anyOf(workgroups.id, workgroupIds), eq(workgroups.enableAllowList, true)))
    .orderBy(asc(workgroups.id));
  const lists = new Map<string, string[]>();
  for (const { id, cidr } of rows) {
    const list = lists.get(id) ?? [];
    lists.set(id, list);
    if (cidr !== null) list.push(cidr);
  }
  return lists;
}

/** Whether a list allows an address. @param list the enabled list of a workgroup; undefined: it has none */
export const isWithinList = (address: string, list: readonly string[] | undefined): boolean =>
  list === undefined || isWithin(address, list);

/** Whether an address may reach the data of a workgroup. */
export async function isAddressAllowed(db: Db, workgroupId: string, address: string): Promise<boolean> {
  return isWithinList(address, (await enabledLists(db, [workgroupId])).get(workgroupId));
}
