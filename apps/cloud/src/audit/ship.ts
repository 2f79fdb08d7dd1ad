/**
 * Sends the sealed audit log to a collector of the operator's by OTLP over HTTP (opentelemetry.io/docs/specs/otlp, JSON
 * encoding), seal by seal, with the hash of each. A seal is sent again until the collector has taken it.
 */
import { asc, eq, gt, inArray } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Database, Db } from '../database/database.ts';
import { auditEntries, auditSeals, auditShipments } from '../database/schema.ts';
import type { AuditCollector } from '../settings.ts';

/** Milliseconds within which the collector must answer. */
const DEADLINE = 10_000;

/** Severity numbers of OpenTelemetry's log data model. */
const SEVERITY = { INFO: 9, WARN: 13 } as const;

interface LogRecord {
  readonly timeUnixNano: string;
  readonly severityNumber: number;
  readonly severityText: keyof typeof SEVERITY;
  readonly body: { readonly stringValue: string };
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[];
}

/** @param attributes those that are '' or null are left out */
function recordOf(
  at: Date,
  severity: keyof typeof SEVERITY,
  body: string,
  attributes: Readonly<Record<string, string | null>>,
): LogRecord {
  return {
    timeUnixNano: `${at.getTime()}000000`,
    severityNumber: SEVERITY[severity],
    severityText: severity,
    body: { stringValue: body },
    attributes: Object.entries(attributes).flatMap(([key, text]) =>
      text === null || text === '' ? [] : [{ key, value: { stringValue: text } }],
    ),
  };
}

const jsonOf = (value: unknown): string => (value === null ? '' : JSON.stringify(value));

const ofEntry = (row: typeof auditEntries.$inferSelect): LogRecord =>
  recordOf(
    row.at,
    row.outcome === 'ok' ? 'INFO' : 'WARN',
    `${row.actor} ${row.action} ${row.resource} ${row.outcome}`,
    {
      'event.name': 'audit',
      'acacia.audit.id': String(row.id),
      'acacia.organization': row.orgId,
      'user.email': row.actor,
      'user.id': row.actorId,
      'acacia.action': row.action,
      'acacia.resource': row.resource,
      'acacia.outcome': row.outcome,
      'acacia.message': row.message,
      'acacia.before': jsonOf(row.before),
      'acacia.after': jsonOf(row.after),
      'acacia.request': row.requestId,
      'client.address': row.address,
      'user_agent.original': row.userAgent,
    },
  );

type Seal = typeof auditSeals.$inferSelect;

/** As `npm run audit-verify -- --noted` takes a seal. */
const ofSeal = ({ number, hash, sealedAt }: Seal): LogRecord =>
  recordOf(sealedAt, 'INFO', `Sealed the audit log: ${number}:${hash}`, {
    'event.name': 'audit.seal',
    'acacia.audit.seal': `${number}:${hash}`,
  });

/**
 * Sends records once. OTLP forbids to send again what a collector refused as malformed; it says so in an answer of success.
 * @returns how many it refused so
 * @throws Error when the collector cannot be reached, or did not take them
 */
async function send({ url, token }: AuditCollector, logRecords: readonly LogRecord[]): Promise<number> {
  const service = { key: 'service.name', value: { stringValue: 'acacia' } };
  const scopeLogs = [{ scope: { name: 'acacia.audit' }, logRecords }];
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ resourceLogs: [{ resource: { attributes: [service] }, scopeLogs }] }),
    // The log and the token are for this address alone.
    redirect: 'error',
    signal: AbortSignal.timeout(DEADLINE),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The collector of the audit log answered ${response.status}.`);
  return Number(/"rejectedLogRecords"\s*:\s*"?(\d+)/.exec(text)?.[1] ?? 0);
}

interface Shipping {
  readonly db: Database['db'];
  /** Null: the log is sent nowhere. */
  readonly collector: AuditCollector | null;
  readonly log: BaseLogger;
}

/** Sends the next seal that the collector does not have. @returns whether there may be more */
async function shipNext(tx: Db, collector: AuditCollector, log: BaseLogger): Promise<boolean> {
  const { url } = collector;
  await tx.insert(auditShipments).values({ url, seal: 0 }).onConflictDoNothing();
  const [place] = await tx
    .select()
    .from(auditShipments)
    .where(eq(auditShipments.url, url))
    // One control plane at a time.
    .for('update', { skipLocked: true });
  if (place === undefined) return false;
  const [seal] = await tx
    .select()
    .from(auditSeals)
    .where(gt(auditSeals.number, place.seal))
    .orderBy(asc(auditSeals.number))
    .limit(1);
  if (seal === undefined) return false;
  const ids = [...seal.rows, ...(seal.passing ?? [])].map(([id]) => BigInt(id));
  const entries = await tx
    .select()
    .from(auditEntries)
    .where(inArray(auditEntries.id, ids))
    .orderBy(asc(auditEntries.id));
  const rejected = await send(collector, [...entries.map(ofEntry), ofSeal(seal)]);
  if (rejected > 0)
    log.error(
      { seal: seal.number, rejected },
      'The collector of the audit log refused some entries of a seal',
    );
  await tx.update(auditShipments).set({ seal: seal.number }).where(eq(auditShipments.url, url));
  return true;
}

/**
 * Sends all seals that the collector does not have, from the oldest on, and ends early when `stopping` aborts.
 * @throws Error when the collector did not take one: it is sent again with the next call
 */
export async function shipAudit({ db, collector, log }: Shipping, stopping?: AbortSignal): Promise<void> {
  if (collector === null) return;
  let more = true;
  while (more && stopping?.aborted !== true)
    more = await db.transaction((tx) => shipNext(tx, collector, log));
}
