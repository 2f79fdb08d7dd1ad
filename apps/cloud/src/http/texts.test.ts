/** Texts that no database can store, in every text field of every call; and the error when the disk is full. */
import { AlertRecipient, cloudApi, type CloudCall, type Route } from '@acacia/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { authorization } from '../testing/browser.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;
beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres, { start: false });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const fieldsOf = (schema: z.ZodType | undefined): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : schema === undefined ? [] : ['any'];

const DISK_FULL =
  'The disk of the control plane is full: nothing was changed. Free some space on its machine and try again.';

const HOSTILE = { NUL: 'a\0b', 'half a pair': 'a\ud800b' };

describe.each(Object.keys(cloudApi) as CloudCall[])('%s', (name) => {
  const route: Route = cloudApi[name];
  const params = Object.fromEntries(fieldsOf(route.params).map((each) => [each, 'x']));

  it('refuses texts that no database keeps, with the field', async () => {
    for (const field of Object.keys(params)) {
      const { status, body } = await server.call(name, { params: { ...params, [field]: HOSTILE.NUL } });
      expect([status, body.ErrorDetails?.[0]?.FieldName], field).toEqual([400, field]);
    }
    for (const field of fieldsOf(route.query)) {
      const { status, body } = await server.call(name, { params, query: { [field]: HOSTILE.NUL } });
      expect([status, body.ErrorDetails?.[0]?.FieldName], field).toEqual([400, field]);
    }
    for (const text of route.method === 'GET' ? [] : Object.values(HOSTILE)) {
      for (const field of fieldsOf(route.body)) {
        const { status, body } = await server.call(name, { params, body: { [field]: [{ a: text }] } });
        expect([status, body.ErrorDetails?.[0]?.FieldName], field).toEqual([400, `${field}.0.a`]);
      }
      const { status } = await server.call(name, { params, body: { [text]: 1 } });
      expect(status).toBe(400);
    }
  });
});

it('says so when the disk of the database is full', async () => {
  await server.database.db.execute(
    sql.raw(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file "base/1/2"' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER disk_full BEFORE INSERT ON workgroups EXECUTE FUNCTION disk_full();`),
  );
  const wanted = { name: 'full', cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' };
  const { status, body } = await server.call('createWorkgroup', { body: wanted });
  await server.database.db.execute(sql.raw('DROP TRIGGER disk_full ON workgroups'));
  expect([status, body.Message]).toEqual([503, DISK_FULL]);
});

it('says so to whoever signs in and to the command line of the machine', async () => {
  const fill = (table: string) =>
    server.database.db.execute(
      sql.raw(`CREATE TRIGGER disk_full BEFORE INSERT ON ${table} EXECUTE FUNCTION disk_full();`),
    );
  await fill('oidc_payloads');
  const origin = server.settings.publicUrl;
  const page = await server.plane.app.inject({
    url: authorization(origin).url,
    headers: { host: new URL(origin).host, accept: 'text/html' },
  });
  expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(page.body).toContain('The disk of the control plane is full');
  await fill('audit_entries');
  const token = await server.plane.control.inject({ method: 'POST', url: '/token', payload: {} });
  expect([token.statusCode, token.json<{ Message: string }>().Message]).toEqual([503, DISK_FULL]);
  await server.database.db.execute(
    sql.raw('DROP TRIGGER disk_full ON oidc_payloads; DROP TRIGGER disk_full ON audit_entries'),
  );
});

it.each([
  'a@b.example\r\nBcc: c@d.example',
  'a@b.example\nSubject: x',
  'a@b.example, c@d.example',
  'a@b.example;c@d.example',
  'A <a@b.example>',
  'a b@c.example',
  'a@b\u2028c',
  'a@b@c',
])('takes %j for no recipient', (text) => expect(AlertRecipient.safeParse(text).success).toBe(false));

it.each(['a@b', 'ops+alerts@example.org', ' a@b.example '])('takes %j for one', (text) =>
  expect(AlertRecipient.parse(text)).toBe(text.trim()),
);
