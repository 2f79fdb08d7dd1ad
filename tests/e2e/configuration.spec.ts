/** The configuration dialog on the real stack: its settings take effect. */
import { execFileSync } from 'node:child_process';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { startMailServer, type MailServer } from '../../apps/cloud/src/mail/testing/mail-server.ts';
import { accessible as accessibleIn, choose, look, signIn } from './pages.ts';
import { Rest, sql, type Place } from './rest.ts';
import { Stack } from './stack.ts';

test.describe.configure({ mode: 'serial' });

let stack: Stack;
let page: Page;
let admin: Rest;
let place: Place;
let mails: MailServer;

/** Opens the dialog by its address, as a colleague's link would. */
async function configure(tab: string): Promise<Locator> {
  await page.goto(
    `${stack.origin}/groups/${place.workgroupId}?tab=workspaces&space_id=${place.workspaceId}&configure=${tab}`,
  );
  const dialog = page.getByRole('dialog', { name: /Configuration of/ });
  await expect(dialog).toBeVisible();
  return dialog;
}
const accessible = (name: string): Promise<void> => accessibleIn(page, name);
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' }).click();

/** Numbers of the processes that run workspaces of this stack, oldest first. */
const workspaceProcesses = (): number[] =>
  execFileSync('ps', ['-eo', 'pid,args', '--sort=start_time'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('workspace/dist/main.js') && line.includes(stack.home))
    .map((line) => Number.parseInt(line, 10));

test.beforeAll(async ({ browser }) => {
  mails = await startMailServer();
  stack = await Stack.create(() => ({
    ACACIA_SMTP_URL: `smtp://localhost:${mails.port}`,
    ACACIA_MAIL_FROM: 'Acacia <acacia@example.org>',
  }));
  await stack.start();
  admin = await Rest.of(stack);
  // axe needs a separate context.
  page = await (await browser.newContext()).newPage();
  await page.goto(stack.origin);
  await signIn(page);
  place = await admin.place('Config');
});
test.afterAll(async () => {
  await page.context().close();
  await stack.remove();
  await mails.stop();
});

test('auto suspend keeps to its limits, a schedule and a size are saved together', async () => {
  const dialog = await configure('advanced');
  const minutes = dialog.getByLabel('Minutes without activity');
  await minutes.fill('5');
  await expect(dialog.getByText('The minimum auto suspend waiting time is 10 minutes')).toBeVisible();
  await minutes.fill('361');
  await expect(dialog.getByText('The maximum auto suspend waiting time is 360 minutes')).toBeVisible();
  await minutes.fill('30');
  await dialog.getByRole('button', { name: /add schedule/i }).click();
  const form = page.getByRole('group', { name: 'Schedule' });
  await choose(page, form.getByLabel('Repeat', { exact: true }), 'Daily');
  await look(page, 'configuration-schedule');
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(dialog.getByRole('list', { name: 'Schedules' }).getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('radio', { name: /^TG-0 / }).check({ force: true });
  await look(page, 'configuration-advanced');
  await save(dialog);
  await expect(page.getByText('Workspace updating request accepted.')).toBeVisible();
  await admin.settled(place, 'Active');
  const workspace = await admin.workspace(place);
  expect(workspace).toMatchObject({ auto_stop_minutes: 30, workspace_type: { typeName: 'TG-0' } });
  const schedules = await admin.cloud(
    'GET',
    `/v2/workgroups/${place.workgroupId}/workspaces/${place.workspaceId}/schedules`,
  );
  expect(schedules).toMatchObject([{ repeat: 'DAILY' }]);
});

test('an alert is tried, and its mail arrives', async () => {
  const dialog = await configure('alerts');
  await dialog.getByRole('switch', { name: 'Alert on CPU usage' }).click({ force: true });
  const recipients = dialog.getByLabel('Recipients of CPU usage alerts');
  await recipients.fill('nobody');
  await recipients.press('Enter');
  await expect(dialog.getByText(/valid email/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove nobody' }).click();
  await recipients.fill('ops@example.org');
  await recipients.press('Enter');
  await save(dialog);
  await expect(page.getByText('Successfully apply workspace alert rules.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send a test mail' }).click();
  await expect.poll(() => mails.received.length, { timeout: 20_000 }).toBe(1);
  // The creator of the workspace is a recipient by default.
  expect(mails.received[0]?.to).toEqual(['admin@acacia.local', 'ops@example.org']);
  expect(mails.received[0]?.headers).toContain('Config');
  await look(page, 'configuration-alerts');
});

test('a setting of Graph admin acts once its services were restarted', async () => {
  await admin.gsql(
    place,
    `CREATE VERTEX V (PRIMARY_ID id STRING)
CREATE DIRECTED EDGE E (FROM V, TO V)
CREATE GRAPH G (V, E)`,
  );
  const endless = 'INTERPRET QUERY () FOR GRAPH G { INT i = 0; WHILE TRUE DO i = i + 1; END; PRINT i; }';
  const dialog = await configure('graph_admin');
  await dialog.getByLabel('Default query timeout').fill('1');
  await look(page, 'configuration-graph-admin');
  await save(dialog);
  await expect(page.getByText('Configuration saved successfully.')).toBeVisible({ timeout: 20_000 });
  const begun = Date.now();
  const answer = await admin.call('POST', `${place.host}/gsql/v1/queries/interpret`, { text: endless });
  expect(answer.text).toMatch(/time/i);
  expect(Date.now() - begun).toBeLessThan(10_000);
});

test('with high availability a killed server is replaced, and nothing is lost', async () => {
  await admin.upsert(place, 'G', { vertices: { V: { a: {}, b: {} } } });
  const dialog = await configure('advanced');
  await dialog.getByRole('switch', { name: 'High availability' }).click({ force: true });
  await save(dialog);
  await expect(page.getByText('Workspace updating request accepted.')).toBeVisible();
  await expect
    .poll(
      async () => {
        const { status, enable_ha, condition_type } = await admin.workspace(place);
        return [status, enable_ha, condition_type];
      },
      { timeout: 60_000 },
    )
    .toEqual(['Active', true, 'Normal']);
  const [serving] = workspaceProcesses();
  process.kill(serving ?? 0, 'SIGKILL');
  const killedAt = Date.now();
  // A request that was under way when it died may be lost; the next ones are answered.
  await expect
    .poll(async () => (await admin.call('GET', `${place.host}/restpp/echo`)).status, { intervals: [20] })
    .toBe(200);
  test.info().annotations.push({ type: 'answered after', description: `${Date.now() - killedAt} ms` });
  await expect
    .poll(async () => (await admin.workspace(place))['condition_type'], { timeout: 60_000 })
    .toBe('Normal');
  expect(await admin.countOf(place, 'G', 'V')).toBe(2);
  expect(workspaceProcesses()).toHaveLength(2);
});

test('a person is invited, accepts by the mail, is given a role, and is shut out when removed', async ({
  browser,
}) => {
  const email = 'ann@example.org';
  const users = `${stack.origin}/admin/users`;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${users}?invite=true`);
  const inviting = page.getByRole('dialog', { name: 'Invite Users' });
  await inviting.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await inviting.getByLabel('Email').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(inviting.getByText('Please input a valid email address')).toBeVisible();
  await accessible('inviting');
  await look(page, 'users-invite');
  await inviting.getByLabel('Email').fill('');
  await inviting.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Invitation send successfully.')).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(email) });
  await expect(row).toContainText('Invitation pending');
  await accessible('users');
  await look(page, 'users');

  const mail = () => mails.received.find(({ to }) => to.includes(email));
  await expect.poll(mail, { timeout: 20_000 }).toBeDefined();
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(/http:\S+/.exec(mail()?.text ?? '')?.[0] ?? '');
  await theirs.getByLabel('Your name').fill('Ann Bee');
  await theirs.getByLabel('New password', { exact: true }).fill('four other words here');
  await theirs.getByLabel('New password again').fill('four other words here');
  await theirs.getByRole('button', { name: 'Accept' }).click();
  // The terms are another journey.
  await sql(
    stack,
    `UPDATE accounts SET accepted_tos = true, accepted_toc_version = '1.0.1' WHERE email = $1`,
    [email],
  );
  await theirs.getByRole('link', { name: 'Sign in' }).click();
  await theirs.getByLabel('Password').fill('four other words here');
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await theirs.goto(users);
  await expect(theirs.getByText('No workgroups yet')).toBeVisible();

  await page.reload();
  await row.getByRole('link', { name: `Roles of ${email}` }).click();
  const roles = page.getByRole('dialog', { name: 'Ann Bee' });
  await roles.getByLabel('Role in the workspace Config / Config').selectOption('Workspace Member');
  await roles.getByText('What may this person do, and why?').click();
  await accessible('the roles of a person');
  await look(page, 'users-roles');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'phone-users-roles');
  await page.setViewportSize({ width: 1280, height: 800 });
  await roles.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated successfully.')).toBeVisible();
  await expect(row).toContainText('Workspace Member');
  await theirs.goto(`${stack.origin}/groups`);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Config' })).toBeVisible();

  const held = await Rest.of(stack, email);
  expect((await held.call('GET', '/v2/workgroups')).status).toBe(200);
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'phone-users');
  await row.getByRole('button', { name: `Delete ${email}` }).click();
  await page
    .getByRole('dialog', { name: `Delete ${email}?` })
    .getByRole('button', { name: 'Delete user' })
    .click();
  await expect(page.getByText('User deleted successfully.')).toBeVisible();
  await expect(row).toBeHidden();
  expect((await held.call('GET', '/v2/workgroups')).status).toBe(401);
  await theirs.goto(`${stack.origin}/groups/${place.workgroupId}`);
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Config' })).toBeHidden();
  await theirs.context().close();
});
