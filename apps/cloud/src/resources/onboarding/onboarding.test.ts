/** Survey and terms of an organisation. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberships, organizations } from '../../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

describe('the first administrator', () => {
  it('has accepted the terms and answered the survey', async () => {
    const me = await server.call('getMe');
    expect(me.result['metadata']).toMatchObject({ accepted_tos: true, accepted_toc_version: '1.0.1' });
    const organization = await server.call('getMyOrganization');
    expect(organization.result['marketing_done']).toBe(true);
  });
});

describe('the survey', () => {
  const answers = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    company: 'Engines',
    role: 'Student',
    use_for: 'Other',
    biz_use_case: ['Fraud', 'Routing'],
    savanna: true,
  };

  it('is kept once for each person, and by whoever belongs to the organisation', async () => {
    const orgId = await server.organization();
    const token = await server.person([], orgId);
    for (const company of ['Engines', 'Looms']) {
      const { status } = await server.call('answerSurvey', { token, body: { ...answers, company } });
      expect(status).toBe(200);
    }
    const kept = await server.database.db.select().from(memberships).where(eq(memberships.orgId, orgId));
    expect(kept.map(({ survey }) => survey)).toEqual([{ ...answers, company: 'Looms' }]);
    const done = await server.call('finishSurvey', {
      token,
      params: { org_id: orgId },
      body: { marketing_done: true },
    });
    expect([done.status, done.result['marketing_done']]).toEqual([200, true]);
  });

  it('of another organisation is not there, and nothing but the end of the survey can be set', async () => {
    const params = { org_id: await server.organization() };
    const other = await server.call('finishSurvey', { params, body: { marketing_done: true } });
    expect(other.status).toBe(404);
    for (const body of [{ marketing_done: false }, { marketing_done: true, org_name: 'mine' }]) {
      expect((await server.call('finishSurvey', { params, body })).status, JSON.stringify(body)).toBe(400);
    }
    const [row] = await server.database.db
      .select()
      .from(organizations)
      .where(eq(organizations.id, params.org_id));
    expect(row?.marketingDone).toBe(false);
  });

  it.each([
    ['company', 'x'.repeat(101)],
    ['role', 'Emperor'],
    ['biz_use_case', Array.from({ length: 21 }, (_, n) => `case ${n}`)],
    ['savanna', 'yes'],
    ['more', 1],
  ])('names the field %s at fault', async (field, value) => {
    const { status, body } = await server.call('answerSurvey', { body: { ...answers, [field]: value } });
    expect([status, body.ErrorDetails?.[0]?.FieldName]).toEqual([400, field]);
  });

  it('keeps no long text as a version of terms', async () => {
    const body = { accepted_tos: true, accepted_toc_version: 'x'.repeat(21) };
    const { status, body: answer } = await server.call('updateMyMetadata', { body });
    expect([status, answer.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'accepted_toc_version']);
  });
});
