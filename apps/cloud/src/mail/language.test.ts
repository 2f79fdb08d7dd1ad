/** Mails in the language of each recipient; every mail has its translation. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { accounts, mails, organizations } from '../database/schema.ts';
import { NEWS, tellPerson } from '../identity/factors/mails.ts';
import {
  postAccountExists,
  postInvitationLink,
  postInvitationNotice,
  postPasswordChanged,
  postResetLink,
  postSignUpLink,
} from '../identity/link-mails.ts';
import { speakLanguage } from '../identity/person.ts';
import { askForPassword, askToSignUp } from '../identity/sign-up.ts';
import { alertMail } from '../resources/alerts/alert-mail.ts';
import { gateMail } from '../resources/billing/gate.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { languagesFor, postTranslated } from './language.ts';

const URL = 'https://acacia.example.org';
const ANN = { id: 'ann', email: 'ann@example.org' };
const BOB = { id: 'bob', email: 'bob@example.org' };
const FACTS = {
  threshold: 80,
  recipients: [ANN.email],
  value: 91.26,
  firedAt: new Date('2026-11-01T12:00:00Z'),
  workspace: { id: 'w1', name: 'SHOP' },
  workgroup: { id: 'g1', name: 'SALES' },
};

let postgres: TestPostgres;
let db: Database['db'];

beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  ({ db } = await postgres.migrated());
  await db.insert(accounts).values([
    { ...ANN, name: 'ANN', language: 'zh' },
    { ...BOB, name: 'BOB' },
  ]);
});

const posted = () => db.select().from(mails).orderBy(asc(mails.createdAt));

/** Lines that are still English: with words, but without those that stand for names here, and the addresses. */
const english = (text: string): readonly string[] =>
  text
    .replaceAll(/https?:\S+|\S+@\S+|\b[A-Z]{2,}\b|Acacia|\(w1\)/g, '')
    .split('\n')
    .filter((line) => /[A-Za-z]{3}/.test(line));

test('every mail to somebody who reads Chinese is Chinese', async () => {
  const invitation = { ...ANN, orgId: 'o1', orgName: 'ACME', inviter: 'EVE' };
  await postSignUpLink(db, URL, 'new@example.org', 'zh');
  await postResetLink(db, URL, ANN);
  await postAccountExists(db, URL, ANN);
  await db
    .insert(organizations)
    .values({ id: 'o1', name: 'acme', displayName: 'ACME', creator: 'EVE', maxWorkspaceMemory: 1 });
  await postInvitationLink(db, URL, invitation);
  await postInvitationNotice(db, URL, invitation);
  await postPasswordChanged(db, URL, ANN.email);
  for (const news of Object.keys(NEWS) as (keyof typeof NEWS)[]) await tellPerson(db, ANN.email, news, URL);
  await tellPerson(db, ANN.email, 'passkeyAdded', URL, 'Passkey: KEY');
  await tellPerson(db, ANN.email, 'codeUsed', URL, 'Codes that are left: 3.');
  await tellPerson(db, ANN.email, 'emailChanged', URL, 'Before: a@b.de. Now: c@d.de.');
  for (const tier of ['free', 'paid'] as const)
    await postTranslated(db, gateMail([ANN.email], { displayName: 'ACME', tier }, URL), new Date());
  for (const metric of ['tigergraph_cpu_usage', 'tigergraph_memory_usage_percent'] as const) {
    for (const kind of ['begins', 'lasts', 'ends', 'test'] as const) {
      await postTranslated(db, alertMail(kind, { ...FACTS, metric }, URL), new Date());
    }
    await postTranslated(db, alertMail('ends', { ...FACTS, metric, value: null }, URL), new Date());
  }
  const all = await posted();
  expect(all).toHaveLength(6 + Object.keys(NEWS).length + 3 + 2 + 10);
  expect(all.flatMap(({ subject, text }) => english(`${subject}\n${text}`))).toEqual([]);
  expect(all.at(-5)?.subject).toBe('[Acacia] SHOP 的内存使用率高于 80 %');
});

test('a link to somebody whose language is not known is in that of the browser that asked', async () => {
  await askForPassword(db, URL, BOB.email, 'zh');
  await askToSignUp(db, URL, BOB.email, 'zh');
  await askForPassword(db, URL, ANN.email, 'en');
  expect((await posted()).map(({ subject }) => subject)).toEqual([
    '设置 Acacia 的新密码',
    '你在 Acacia 已有账号',
    '设置 Acacia 的新密码',
  ]);
});

test('each recipient gets their language, others that of whoever caused the mail', async () => {
  const mail = {
    recipients: [ANN.email, BOB.email, 'eve@example.org'],
    subject: '[Acacia] A passkey was added',
    text: '',
  };
  await postTranslated(db, mail, new Date(1));
  await postTranslated(db, { ...mail, recipients: [BOB.email] }, new Date(2), 'zh');
  await speakLanguage(db, BOB.id, 'en');
  await speakLanguage(db, BOB.id, undefined);
  await postTranslated(db, { ...mail, recipients: [BOB.email] }, new Date(3), 'zh');
  const invitation = {
    id: 'eve',
    email: 'eve@example.org',
    orgId: 'o1',
    orgName: 'A & B. Then',
    inviter: 'EVE',
  };
  await postInvitationNotice(db, URL, {
    ...invitation,
    language: (await languagesFor(db, ANN.id, [invitation.email]))(invitation.email),
  });
  const sent = (await posted()).map(({ recipients, subject }) => [recipients.join(' '), subject]);
  expect(sent.slice(0, 2).toSorted()).toEqual([
    ['ann@example.org', '[Acacia] 已添加通行密钥'],
    ['bob@example.org eve@example.org', '[Acacia] A passkey was added'],
  ]);
  expect(sent.slice(2)).toEqual([
    ['bob@example.org', '[Acacia] 已添加通行密钥'],
    ['bob@example.org', '[Acacia] A passkey was added'],
    ['eve@example.org', '邀请你加入 Acacia 上的 A & B. Then'],
  ]);
  const [bob] = await db.select().from(accounts).where(eq(accounts.id, BOB.id));
  expect(bob?.language).toBe('en');
});
