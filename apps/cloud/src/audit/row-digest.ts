/** The digest of a row of the audit log, as a seal covers it. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { auditEntries as row } from '../database/schema.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * SHA-256 of the canonical JSON of a row, as hexadecimal text. PostgreSQL makes the JSON: `jsonb` has one order of keys
 * and keeps every digit of a number. A column that is added later may be in it only where it is not null, so that the
 * digests of older rows stay.
 */
export const rowDigest = sql<string>`encode(sha256(convert_to(jsonb_build_object(
  'id', ${row.id},
  'org', ${row.orgId},
  'at', to_char(${row.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  'actor', ${row.actor},
  'actor_id', ${row.actorId},
  'action', ${row.action},
  'resource', ${row.resource},
  'before', ${row.before},
  'after', ${row.after},
  'outcome', ${row.outcome},
  'message', ${row.message},
  'request', ${row.requestId},
  'address', ${row.address},
  'agent', ${row.userAgent}
)::text, 'UTF8')), 'hex')`;

/** Whether a row is deleted after `PASSING_DAYS`: strangers can write these. */
export const isPassing = sql<boolean>`(${row.action} = 'signIn' and ${row.outcome} = 'failed')`;
export const PASSING_DAYS = 90;
