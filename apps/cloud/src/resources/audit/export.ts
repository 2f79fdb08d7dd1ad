/** The audit log as a file. */
import { csvOf, type CsvCell } from '@acacia/base';
import type { AuditEntry, AuditFilter, AuditFormat } from '@acacia/contract';
import type { Db } from '../../database/database.ts';
import type { Download } from '../../http/call.ts';
import { entriesOf } from './store.ts';

/** Entries that are read at once. */
const BATCH = 200;

const jsonOf = (value: unknown): string => (value === null ? '' : JSON.stringify(value));

/** The columns of the CSV, with the cell of each. */
const COLUMNS: Readonly<Record<keyof AuditEntry, (entry: AuditEntry) => CsvCell>> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  actor: ({ actor }) => actor,
  actor_id: ({ actor_id }) => actor_id,
  action: ({ action }) => action,
  resource: ({ resource }) => resource,
  resource_name: ({ resource_name }) => resource_name,
  workgroup_id: ({ workgroup_id }) => workgroup_id,
  before: ({ before }) => jsonOf(before),
  after: ({ after }) => jsonOf(after),
  outcome: ({ outcome }) => outcome,
  message: ({ message }) => message,
  address: ({ address }) => address,
  user_agent: ({ user_agent }) => user_agent,
};

const FORMATS: Readonly<
  Record<
    AuditFormat,
    { readonly type: string; readonly head: string; readonly textOf: (entries: AuditEntry[]) => string }
  >
> = {
  csv: {
    type: 'text/csv',
    head: csvOf([Object.keys(COLUMNS)]),
    textOf: (entries) => csvOf(entries.map((entry) => Object.values(COLUMNS).map((cell) => cell(entry)))),
  },
  jsonl: {
    type: 'application/x-ndjson',
    head: '',
    textOf: (entries) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  },
};

/** All entries that match, newest first; read a batch at a time while the file is sent. */
export function auditFile(db: Db, orgId: string, filter: AuditFilter, format: AuditFormat): Download {
  const { type, head, textOf } = FORMATS[format];
  async function* text(): AsyncGenerator<string> {
    if (head !== '') yield head;
    let before: string | undefined;
    for (;;) {
      const entries = await entriesOf(db, orgId, filter, { before, limit: BATCH });
      if (entries.length > 0) yield textOf(entries);
      if (entries.length < BATCH) return;
      before = entries.at(-1)?.id;
    }
  }
  return { type, name: `audit-log.${format}`, text: text() };
}
