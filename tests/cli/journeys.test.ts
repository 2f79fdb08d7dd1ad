/** Journeys at the command line, against a real control plane. */
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../apps/cloud/src/testing/browser.ts';
import { startStage, type Stage } from './stage.ts';
import { acacia, type Around, type Ended } from './terminal.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

/** As an organisation admin. */
const admin = (line: string, more: Partial<Around> = {}): Promise<Ended> =>
  acacia(words(line), {
    folder: stage.folder,
    ...more,
    env: { ...stage.env, ACACIA_API_KEY: stage.server.admin, ...more.env },
  });
/** As whoever is signed in. */
const own = (line: string, more: Partial<Around> = {}): Promise<Ended> =>
  acacia(words(line), { folder: stage.folder, env: stage.env, ...more });

/** Words of a line, those in single quotes as one. */
const words = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

const credentials = (): string => path.join(stage.folder, 'credentials.json');

async function good(line: string, more: Partial<Around> = {}): Promise<string> {
  const ended = await admin(line, more);
  expect(ended).toMatchObject({ code: 0, err: '' });
  return ended.out;
}

describe('places and their lifecycle', () => {
  test('are made, found by their names, waited for, and taken away', async () => {
    await good('workgroups create --name Sales --cloud-provider-id aws --platform AWS --region us-east-1');
    const database = JSON.parse(await good('databases create --workgroup Sales --name Orders --json')) as {
      database_id: string;
    };
    const size = '--tg-version 4.2.1 --workspace-type-name TG-00';
    const made = await good(
      `workspaces create --workgroup Sales --name shop --tg-database-id ${database.database_id} ${size} --wait`,
    );
    expect(made).toMatch(/^status +Active$/m);
    expect(await good('workspaces pause --workspace shop --wait')).toMatch(/^status +Idle$/m);
    expect(await good('workspaces resume --workspace shop --workgroup Sales --wait')).toMatch(
      /^status +Active$/m,
    );
    expect(await good('workspaces list --workgroup Sales --columns name,status')).toBe(
      'NAME  STATUS\nshop  Active\n',
    );
    expect(await good('backups create --workspace shop --name first --wait')).toMatch(/^status +Succeed$/m);
    expect(await good('backups list --workspace shop --columns tag,status')).toBe(
      'TAG    STATUS\nfirst  Succeed\n',
    );
    const day = '--timezone UTC --repeat DAILY --date 2030-01-01 --time 20:00 --workspace-type-name Pause';
    await good(`schedules create --workspace shop ${day}`);
    expect(await good('schedules list --workspace shop --columns time,repeat')).toContain('20:00  DAILY');
    await good('allow-list add --workgroup Sales --cidr 198.51.100.0/24 --note Office --accept-lockout');
    expect(await good('workspaces delete --workspace shop --wait --yes')).toBe('Done.\n');
    expect(await good('workspaces list --workgroup Sales')).toBe('Nothing found.\n');
  });

  test('that are not known, or known twice, are refused by their option', async () => {
    const missing = await admin('workspaces get --workspace nowhere');
    expect(missing).toMatchObject({ code: 2, out: '' });
    expect(missing.err).toBe('--workspace: there is none named "nowhere" that you can see.\n');
    const ids = await Promise.all(
      ['A', 'B'].map(async (name) => {
        const group = await stage.server.workgroup(name);
        return (await stage.server.workspace(group, 'twin')).id;
      }),
    );
    const twice = await admin('workspaces get --workspace twin');
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('several are named "twin"')]);
    const one = await good('workspaces get --workspace twin --workgroup B --json');
    expect((JSON.parse(one) as { workspace_id: string }).workspace_id).toBe(ids[1]);
  });
});

describe('people', () => {
  test('are invited, and their roles given, from a body in a file too', async () => {
    const body = { users: [{ email: 'zoe@example.org', roles: ['users'] }] };
    writeFileSync(path.join(stage.folder, 'invite.json'), JSON.stringify(body));
    expect(await good('users invite --input invite.json')).toContain('zoe@example.org');
    await good('users invite --input -', {
      input: JSON.stringify({ users: [{ email: 'yan@example.org', roles: ['users'] }] }),
    });
    const listed = await good('users list --columns email');
    for (const email of ['zoe@example.org', 'yan@example.org']) expect(listed).toContain(email);
    const again = await admin('users invite --input missing.json');
    expect(again).toMatchObject({ code: 2, err: 'missing.json cannot be read.\n' });
  });
});

describe('a line that cannot be carried out', () => {
  test.each([
    [
      'workgroups create',
      2,
      /--name: This option is needed|--cloud-provider-id: Please select cloud provider/,
    ],
    ['workgroups create --platform MOON', 2, /Allowed choices are AWS, GCP, AZURE/],
    ['workgroups crate', 2, /Did you mean create\?/],
    ['workgroups', 2, /Usage: acacia workgroups/],
    ['nothing', 2, /unknown command 'nothing'/],
    ['workgroups list --naem x', 2, /unknown option '--naem'/],
    ['users unused-roles --days many', 2, /--days: "many" is no number/],
    ['organization secure --require-second-factor maybe', 2, /--require-second-factor: give true or false/],
    ['users set-roles --user-id x --roles nobody', 2, /--roles\.0/],
    ['users invite --users {', 2, /--users: this is no JSON/],
    ['users invite --users @nowhere.json', 2, /nowhere\.json cannot be read/],
    ['files save --file-id x --content y', 2, /--at-version: This option is needed/],
    ['jobs get --job-id nothing', 5, /There is no such job/],
    ['users list --server nowhere', 2, /--server: "nowhere" is no address/],
    ['users list --server http://localhost:1', 3, /not signed in/],
    ['server config --server http://localhost:1', 8, /cannot be reached/],
    ['query list --workspace twin --workgroup A', 2, /--graph: give the name/],
    ['call GET /nothing --workspace twin', 2, /No call of a workspace is GET \/nothing/],
    ['load x.csv --workspace twin --graph G', 2, /Give --job with the name/],
  ])('%s', async (line, code, text) => {
    const ended = await own(line, {
      env: line.includes('localhost:1') ? stage.env : { ...stage.env, ACACIA_API_KEY: stage.server.admin },
    });
    expect(ended).toEqual({ code, out: '', err: expect.stringMatching(text) as string });
  });

  test('is told by the field that the server names, and its kind by the exit code', async () => {
    const workgroup = await stage.server.workgroup('Full');
    const { databaseId } = await stage.server.workspace(workgroup, 'taken');
    const refused = await admin(
      `workspaces create --workgroup ${workgroup} --name more --tg-database-id ${databaseId} --tg-version 9.9.9 --workspace-type-name TG-00`,
    );
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/^tg_version: /)]);
    const token = await stage.server.person();
    const forbidden = await own('users unused-roles', { env: { ...stage.env, ACACIA_API_KEY: token } });
    expect([forbidden.code, forbidden.err]).toEqual([4, expect.stringContaining('operation denied')]);
    const unknown = await own('users list', { env: { ...stage.env, ACACIA_API_KEY: 'ak_none' } });
    expect(unknown.code).toBe(3);
  });

  test('takes nothing away without a yes', async () => {
    const id = await stage.server.workgroup('Kept');
    const alone = await admin(`workgroups delete --workgroup ${id}`);
    expect([alone.code, alone.err]).toEqual([2, 'workgroups delete takes something away: add --yes.\n']);
    const asked = await admin(`workgroups delete --workgroup ${id}`, { answer: 'n' });
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('Nothing was changed.')]);
    expect(await good('workgroups list --columns name')).toContain('Kept');
    expect((await admin(`workgroups delete --workgroup ${id}`, { answer: 'yes' })).code).toBe(0);
  });
});

describe('output', () => {
  test('fits a screen', async () => {
    const out = await good('workspaces list --workgroup A', { columns: 40 });
    expect(out.split('\n')[0]).toMatch(/^NAME +STATUS/);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
  });

  test('of --curl is the call itself', async () => {
    const line = await good("allow-list add --workgroup its --cidr 10.0.0.0/8 --note 'a b' --curl");
    expect(line).toBe(
      [
        `curl -X POST ${stage.origin}/api/v2/workgroups/its/allow_list \\`,
        '  -H "Authorization: Bearer $ACACIA_API_KEY" \\',
        "  -H 'content-type: application/json' \\",
        `  -d '{"cidr":"10.0.0.0/8","note":"a b"}'`,
        '',
      ].join('\n'),
    );
  });

  test('completes nouns, verbs, options and their values', async () => {
    const found = async (line: string): Promise<string[]> =>
      (await own(`complete-words -- ${line}`)).out.split('\n').filter((word) => word !== '');
    expect(await found('workg')).toEqual(['workgroup-members', 'workgroups']);
    expect(await found('workgroups cr')).toEqual(['create']);
    expect(await found('workgroups create --pl')).toEqual(['--platform']);
    expect(await found("workgroups create --platform ''")).toEqual(['AWS', 'AZURE', 'GCP']);
    expect(await found("workgroups create --enable-application-log ''")).toEqual(['false', 'true']);
    expect(await found('query ru')).toEqual(['run']);
    for (const shell of ['bash', 'zsh', 'fish']) {
      expect((await own(`completion ${shell}`)).out).toContain('acacia complete-words');
    }
  });
});

describe('signing in', () => {
  test('with an API key, which is kept where nobody else reads it', async () => {
    expect((await own('users list')).code).toBe(3);
    const made = await stage.server.call('createApiKey', {
      body: { description: 'cli', life_time_in_seconds: 0 },
    });
    const wrong = await own('login --key', { input: 'secret' });
    expect([wrong.code, wrong.err]).toEqual([2, 'This is no API key: one begins with ak_.\n']);
    const unknown = await own('login --key', { input: `ak_${'x'.repeat(43)}` });
    expect(unknown.code).toBe(3);
    const key = String(made.result['plaintext_key']);
    expect(await own('login --key', { input: `${key}\n` })).toMatchObject({ code: 0, out: '' });
    expect(statSync(credentials()).mode & 0o777).toBe(0o600);
    expect((await own('workgroups list --json')).code).toBe(0);
    chmodSync(credentials(), 0o644);
    const open = await own('workgroups list');
    expect([open.code, open.err]).toEqual([2, expect.stringContaining('chmod 600')]);
    chmodSync(credentials(), 0o600);
    expect((await own('logout')).err).toContain('Signed out');
    expect((await own('workgroups list')).code).toBe(3);
  });

  /** Begins a sign-in; resolves with the page of the browser, and with how the command ends. */
  async function begin(): Promise<{ page: string; code: string; ended: Promise<Ended> }> {
    let shown = '';
    const ended = own('login', { onError: (text) => void (shown += text) });
    while (!shown.includes('code ')) await delay(20);
    const page = /Open (\S+)/.exec(shown)?.[1] ?? '';
    return { page, code: /code (\S+)/.exec(shown)?.[1] ?? '', ended };
  }

  const valueOf = (html: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

  /** Opens the page and sends the code; resolves with the page that asks to confirm. */
  async function confirmPage(browser: Browser, page: string): Promise<string> {
    const html = await (await browser.open(page)).text();
    const fields = { xsrf: valueOf(html, 'xsrf'), user_code: valueOf(html, 'user_code') };
    return (await browser.open('/oidc/device', fields)).text();
  }

  test('in a browser: the code is confirmed by whoever signs in there, and the session is one of its own', async () => {
    const { page, code, ended } = await begin();
    const browser = new Browser(stage.origin);
    const confirm = await confirmPage(browser, page);
    expect(confirm).toContain(`<code>${code}</code>`);
    const fields = { xsrf: valueOf(confirm, 'xsrf'), user_code: code, confirm: 'yes' };
    const { response } = await browser.follow(await browser.open('/oidc/device', fields));
    const action = /action="([^"]+)"/.exec(await response.text())?.[1] ?? '';
    const signedIn = await browser.open(action, { email: 'admin@acacia.local', password: 'acacia' });
    const { response: last } = await browser.follow(signedIn);
    expect(await last.text()).toContain('You are signed in');
    expect(await ended).toMatchObject({
      code: 0,
      err: expect.stringContaining('admin@acacia.local') as string,
    });

    const sessions = await own('sessions list --json');
    expect(JSON.parse(sessions.out)).toContainEqual(
      expect.objectContaining({ agent: 'Command line', is_current: true }),
    );
    const audit = await own('audit list --action signIn --limit 1 --json');
    expect(audit.out).toContain('admin@acacia.local');

    // An access token that has expired is renewed, by one of two commands at a time.
    const stored = JSON.parse(readFileSync(credentials(), 'utf8')) as { servers: Record<string, object> };
    const servers = { [stage.origin]: { ...stored.servers[stage.origin], expires_at: 0 } };
    writeFileSync(credentials(), JSON.stringify({ ...stored, servers }));
    const two = await Promise.all([own('me get'), own('me get')]);
    expect(two.map((each) => [each.code, each.err])).toEqual([
      [0, ''],
      [0, ''],
    ]);

    const token = readFileSync(credentials(), 'utf8');
    expect((await own('logout')).code).toBe(0);
    writeFileSync(credentials(), token, { mode: 0o600 });
    const after = await own('me get');
    expect([after.code, after.err]).toEqual([3, expect.stringContaining('has ended')]);
  });

  test('is refused in the browser, and a code is good once', async () => {
    const { page, code, ended } = await begin();
    const browser = new Browser(stage.origin);
    const confirm = await confirmPage(browser, page);
    const fields = { xsrf: valueOf(confirm, 'xsrf'), user_code: code, abort: 'yes' };
    expect(await (await browser.open('/oidc/device', fields)).text()).toContain('Sign-in refused');
    expect(await confirmPage(browser, page)).toContain('This code is not known, was used already');
    expect(await ended).toMatchObject({ code: 2, err: expect.stringContaining('was refused') as string });
  });

  test('takes no form of another page, and no code that was not given out', async () => {
    const browser = new Browser(stage.origin);
    const html = await (await browser.open('/oidc/device')).text();
    expect(html).toContain('Type the code that the command line shows.');
    const forged = await browser.open('/oidc/device', { xsrf: 'x', user_code: 'BCDF-GHJK' });
    expect([forged.status, await forged.text()]).toEqual([400, expect.stringContaining('xsrf')]);
    const fields = { xsrf: valueOf(html, 'xsrf'), user_code: 'BCDF-GHJK\u0000' };
    expect(await (await browser.open('/oidc/device', fields)).text()).toContain('This code is not known');
  });
});
