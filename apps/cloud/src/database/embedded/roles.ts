/**
 * Roles of the embedded PostgreSQL. The superuser that initdb makes cannot connect: statements that need it run in
 * single-user mode, without a server (https://www.postgresql.org/docs/current/app-postgres.html). The control plane has
 * a role that owns its database and nothing else.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { run } from './run.ts';

/** Made by initdb; earlier versions of Acacia connected with it. */
export const SUPERUSER = 'acacia';
export const ROLE = 'acacia_cloud';
export const DATABASE = 'postgres';

/** Only the role may connect; PostgreSQL refuses roles without a rule. */
const RULES = `# Written by Acacia at each start.
local all ${ROLE} scram-sha-256
host  all ${ROLE} 127.0.0.1/32 scram-sha-256
`;

const rulesFile = (data: string): string => path.join(data, 'pg_hba.conf');

/** Gives the role everything that the superuser created in earlier versions, except members of extensions. */
const HAND_OVER = `do $$ declare it record; begin
  for it in select nspname as name from pg_namespace where nspname = 'drizzle' loop
    execute format('alter schema %I owner to ${ROLE}', it.name);
  end loop;
  for it in select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p', 'v', 'm')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') loop
    execute format('alter table %s owner to ${ROLE}', it.name);
  end loop;
  for it in select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle') and c.relkind = 'S'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'a', 'i')) loop
    execute format('alter sequence %s owner to ${ROLE}', it.name);
  end loop;
  for it in select t.oid::regtype as name from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ('public', 'drizzle') and t.typtype in ('e', 'd')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e') loop
    execute format('alter type %s owner to ${ROLE}', it.name);
  end loop;
  for it in select p.oid::regprocedure as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'drizzle')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute format('alter routine %s owner to ${ROLE}', it.name);
  end loop;
end $$`;

const statements = (password: string, mayCreateDatabases: boolean): string[] => [
  `do $$ begin
    if not exists (select from pg_roles where rolname = '${ROLE}') then create role ${ROLE}; end if;
  end $$`,
  `alter role ${ROLE} with login password '${password}' nosuperuser nocreaterole noreplication nobypassrls
    ${mayCreateDatabases ? 'createdb' : 'nocreatedb'}`,
  `alter role ${SUPERUSER} with password null`,
  `alter database ${DATABASE} owner to ${ROLE}`,
  `revoke all on database template1 from public`,
  HAND_OVER,
];

interface RolesOptions {
  readonly data: string;
  readonly account: Account;
  readonly binaries: Binaries;
  /** The role's password: letters, digits, dashes and underscores. */
  readonly password: string;
  /** For tests, which make many databases on one server. */
  readonly mayCreateDatabases: boolean;
}

/**
 * Makes the role, and lets nobody else connect. No server may run on the folder. Does nothing when done before, and
 * starts over when it was interrupted.
 * @throws Error with PostgreSQL's output
 */
export async function prepareRoles(options: RolesOptions): Promise<void> {
  const { data, account, binaries, password, mayCreateDatabases } = options;
  const file = rulesFile(data);
  if (existsSync(file) && readFileSync(file, 'utf8') === RULES) return;
  // Errors must not quote the statement: it contains the password.
  const settings = ['exit_on_error=on', 'log_min_error_statement=panic', 'log_checkpoints=off'];
  const [program, args] = account.command(
    binaries.postgres,
    ['--single', '-D', data, ...settings.flatMap((setting) => ['-c', setting]), DATABASE],
    [data],
  );
  // In single-user mode a newline ends a statement.
  const lines = statements(password, mayCreateDatabases).map((text) => `${text.replaceAll(/\s+/g, ' ')}\n`);
  await run(program, args, lines.join(''));
  // Last and atomically: this file marks the work as done.
  writeFileSync(`${file}.new`, RULES, { mode: 0o600 });
  account.own(`${file}.new`);
  renameSync(`${file}.new`, file);
}
