/** Reads the audit log as the API shows it. */
import type { AuditEntry, AuditFilter } from '@acacia/contract';
import { and, desc, eq, gte, ilike, inArray, like, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import {
  accounts,
  auditEntries,
  databases,
  memberships,
  workgroups,
  workspaces,
} from '../../database/schema.ts';
import { explorations } from '../../database/exploration-tables.ts';
import { fileNames } from '../files/store.ts';

type Row = typeof auditEntries.$inferSelect;

/** A living resource: its name, and the workgroup that holds it. */
interface Living {
  readonly name: string;
  readonly workgroupId: string | null;
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

/** Texts of an entry that a search looks into. */
const SEARCHED = [
  auditEntries.actor,
  auditEntries.action,
  auditEntries.resource,
  auditEntries.message,
  auditEntries.address,
  sql`${auditEntries.before}::text`,
  sql`${auditEntries.after}::text`,
];

function matching(orgId: string, filter: AuditFilter): (SQL | undefined)[] {
  const { actor = '', action, outcome, resource, from, to, text = '' } = filter;
  return [
    eq(auditEntries.orgId, orgId),
    actor === ''
      ? undefined
      : or(ilike(auditEntries.actor, `%${escaped(actor)}%`), eq(auditEntries.actorId, actor)),
    action === undefined ? undefined : eq(auditEntries.action, action),
    outcome === undefined ? undefined : eq(auditEntries.outcome, outcome),
    resource === undefined
      ? undefined
      : or(eq(auditEntries.resource, resource), like(auditEntries.resource, `${escaped(resource)}/%`)),
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
    text === '' ? undefined : or(...SEARCHED.map((column) => ilike(column, `%${escaped(text)}%`))),
  ];
}

/** The living resources of the organisation among those that entries name, by kind and id. */
async function livingOf(db: Db, orgId: string, resources: readonly string[]): Promise<Map<string, Living>> {
  const idsOf = (kind: string): string[] => [
    ...new Set(
      resources.filter((each) => each.startsWith(`${kind}/`)).map((each) => each.slice(kind.length + 1)),
    ),
  ];
  const living = new Map<string, Living>();
  const find = async (kind: string, query: (ids: string[]) => Promise<(Living & { id: string })[]>) => {
    const ids = idsOf(kind);
    if (ids.length === 0) return;
    for (const { id, ...found } of await query(ids)) living.set(`${kind}/${id}`, found);
  };
  const within = eq(workgroups.orgId, orgId);
  await find('workgroup', (ids) =>
    db
      .select({ id: workgroups.id, name: workgroups.name, workgroupId: workgroups.id })
      .from(workgroups)
      .where(and(within, inArray(workgroups.id, ids))),
  );
  await find('workspace', (ids) =>
    db
      .select({ id: workspaces.id, name: workspaces.name, workgroupId: workgroups.id })
      .from(workspaces)
      .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
      .where(and(within, inArray(workspaces.id, ids))),
  );
  await find('database', (ids) =>
    db
      .select({ id: databases.id, name: databases.name, workgroupId: workgroups.id })
      .from(databases)
      .innerJoin(workgroups, eq(workgroups.id, databases.workgroupId))
      .where(and(within, inArray(databases.id, ids))),
  );
  await find('user', async (ids) => {
    const found = await db
      .select({ id: accounts.id, name: accounts.email })
      .from(memberships)
      .innerJoin(accounts, eq(accounts.id, memberships.accountId))
      .where(and(eq(memberships.orgId, orgId), inArray(accounts.id, ids)));
    return found.map((user) => ({ ...user, workgroupId: null }));
  });
  await find('file', async (ids) =>
    (await fileNames(db, orgId, ids)).map((file) => ({ ...file, workgroupId: null })),
  );
  await find('exploration', async (ids) => {
    const found = await db
      .select({ id: explorations.id, name: explorations.name, workgroupId: workspaces.workgroupId })
      .from(explorations)
      .innerJoin(workspaces, eq(workspaces.id, explorations.workspaceId))
      .where(and(eq(explorations.orgId, orgId), inArray(explorations.id, ids)));
    return found;
  });
  return living;
}

const present = (row: Row, living: Living | undefined): AuditEntry => ({
  id: String(row.id),
  at: row.at.toISOString(),
  actor: row.actor,
  actor_id: row.actorId,
  action: row.action,
  resource: row.resource,
  resource_name: living?.name ?? null,
  workgroup_id: living?.workgroupId ?? null,
  before: row.before,
  after: row.after,
  outcome: row.outcome,
  message: row.message,
  address: row.address,
  user_agent: row.userAgent,
});

interface Page {
  /** Only entries with a smaller id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Entries of an organisation, newest first. */
export async function entriesOf(
  db: Db,
  orgId: string,
  filter: AuditFilter,
  { before, limit }: Page,
): Promise<AuditEntry[]> {
  const older = before === undefined ? undefined : lt(auditEntries.id, BigInt(before));
  const rows = await db
    .select()
    .from(auditEntries)
    .where(and(...matching(orgId, filter), older))
    .orderBy(desc(auditEntries.id))
    .limit(limit);
  const living = await livingOf(
    db,
    orgId,
    rows.map(({ resource }) => resource),
  );
  return rows.map((row) => present(row, living.get(row.resource)));
}
