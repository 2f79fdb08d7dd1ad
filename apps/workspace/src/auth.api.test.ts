import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { forgedTokens } from '@acacia/base/testing';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { gatewayHeaders, SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
});
afterAll(() => workspace.close());

const me = (as: Parameters<TestWorkspace['call']>[2]) => workspace.call('GET', '/gsql/v1/auth/simple', as);
const bearer = (token: unknown) => ({ as: { authorization: `Bearer ${String(token)}` } });

describe('who calls', () => {
  it('lets anyone ping, and nobody else do anything unnamed', async () => {
    const ping = await workspace.call('GET', '/api/ping', { as: 'nobody' });
    expect(ping).toMatchObject({ status: 200, json: { error: false, message: 'pong', results: null } });
    const refused = await workspace.call('GET', '/restpp/graph/social/vertices/person', { as: 'nobody' });
    expect(refused).toMatchObject({
      status: 401,
      json: {
        error: true,
        code: 'REST-10016',
        message: expect.stringContaining("= '' is empty or too short") as string,
      },
    });
  });

  it('takes the right password alone', async () => {
    expect((await me({})).json).toMatchObject({
      error: false,
      isSuperUser: true,
      results: { name: 'tigergraph', roles: { '1': ['superuser'], social: ['superuser'] } },
    });
    for (const credentials of ['tigergraph:wrong', 'somebody:tigergraph', 'tigergraph']) {
      const answer = await me({ as: { authorization: `Basic ${btoa(credentials)}` } });
      expect(answer.status).toBe(401);
      expect(answer.json['message']).toBe('The username or password is incorrect, please try again!');
    }
    expect((await me({ as: { authorization: 'Digest x' } })).status).toBe(401);
  });

  it('has a default password where it runs alone, and none that anyone knows behind a gateway', async () => {
    const alone = await startTestWorkspace({ gatewayKey: undefined, firstPassword: undefined });
    expect((await alone.call('GET', '/gsql/v1/auth/simple')).status).toBe(200);
    await alone.close();
    const shared = await startTestWorkspace({ firstPassword: undefined });
    try {
      expect((await shared.call('GET', '/gsql/v1/auth/simple')).status).toBe(401);
      const change = (username: string, password: string, role = 'superuser') =>
        shared.call('PUT', '/gsql/v1/users', {
          as: 'nobody',
          headers: gatewayHeaders('a@b.c', role),
          body: { username, password },
        });
      expect((await change('tigergraph', 'short')).json['message']).toContain('at least 12 characters');
      expect((await change('root', 'a long enough one')).status).toBe(404);
      expect((await change('tigergraph', 'a long enough one', 'globalobserver')).status).toBe(403);
      expect((await change('tigergraph', 'a long enough one')).status).toBe(200);
      const as = { authorization: `Basic ${btoa('tigergraph:a long enough one')}` };
      expect((await shared.call('GET', '/gsql/v1/auth/simple', { as })).status).toBe(200);
    } finally {
      await shared.close();
    }
  });

  it('takes the word of the gateway with the right key alone', async () => {
    const trusted = await me({ as: 'nobody', headers: gatewayHeaders('a@b.c', 'globalobserver') });
    expect(trusted.json['results']).toMatchObject({ name: 'a@b.c', isSuperUser: false });
    const forged = await me({ as: 'nobody', headers: gatewayHeaders('a@b.c', 'superuser', 'guess') });
    expect(forged.status).toBe(401);
    const odd = await me({ as: 'nobody', headers: gatewayHeaders('a@b.c', 'emperor') });
    expect(odd.status).toBe(401);
  });

  it('lets an observer read but not change, and names the missing privilege', async () => {
    const as = 'observer' as const;
    expect((await workspace.call('GET', '/gsql/v1/schema?graph=social', { as })).status).toBe(200);
    expect((await workspace.call('GET', '/restpp/graph/social/vertices/person', { as })).status).toBe(200);
    const refusals = [
      ['POST', '/restpp/graph/social', {}, 'CREATE_DATA'],
      ['DELETE', '/restpp/graph/social/vertices/person', undefined, 'DELETE_DATA'],
      ['POST', '/gsql/v1/schema/change?graph=social', {}, 'WRITE_SCHEMA'],
      ['DELETE', '/gsql/v1/schema/graphs/social', undefined, 'DROP_GRAPH'],
      ['PUT', '/api/data-files/x.csv', 'a', 'WRITE_FILE'],
      ['POST', '/gsql/v1/statements', 'DROP ALL', 'DROP_ALL'],
      [
        'POST',
        '/gsql/v1/statements',
        'USE GRAPH social\nCREATE VERTEX x (PRIMARY_ID id STRING)',
        'WRITE_SCHEMA',
      ],
      ['POST', '/api/gsql-command', { command: 'DROP QUERY *' }, 'DROP_QUERY'],
      [
        'POST',
        '/gsql/v1/queries/interpret?graph=social',
        'INTERPRET QUERY () FOR GRAPH social { INSERT INTO city VALUES ("x", "X"); }',
        'UPDATE_DATA',
      ],
    ] as const;
    for (const [method, path, body, privilege] of refusals) {
      const answer = await workspace.call(method, path, { as, body });
      expect(answer, path).toMatchObject({ status: 403 });
      expect(answer.json['message']).toBe(
        `User 'reader@acacia.local' does not have the privilege ${privilege} that this needs.`,
      );
    }
  });

  it('does nothing of a text that an observer sends with a syntax error', async () => {
    const answer = await workspace.call('POST', '/gsql/v1/statements', {
      as: 'observer',
      body: 'LS\nCREATE VERTEKS x (',
    });
    expect(answer.status).toBe(400);
  });

  it('keeps the internal call to the gateway', async () => {
    expect((await workspace.call('GET', '/internal/status')).status).toBe(403);
    const status = await workspace.call('GET', '/internal/status', { as: 'observer' });
    expect(status.json).toMatchObject({ activity: { runningQueries: 0, runningLoads: 0 }, readOnly: false });
  });
});

describe('secrets and tokens', () => {
  it('lead from a secret to a token to the data', async () => {
    const made = await workspace.call('POST', '/gsql/v1/secrets?alias=app');
    const { value } = made.json['results'] as { value: string };
    expect(value).toMatch(/^\w{32}$/);
    expect((await workspace.call('POST', '/gsql/v1/secrets?alias=app')).json['message']).toContain(
      'already exists',
    );
    const masked = `${value.slice(0, 3)}****${value.slice(-3)}`;
    expect((await workspace.call('GET', '/gsql/v1/secrets/app')).json['results']).toMatchObject({
      alias: 'app',
      value: masked,
    });
    expect(await workspace.gsql('SHOW SECRET')).toContain(`- Secret: ${masked}\n  - Alias: app`);

    const issued = await workspace.call('POST', '/api/gsql-server/gsql/v1/tokens', {
      as: 'nobody',
      body: { secret: value },
    });
    expect(issued.json).toMatchObject({ error: false, message: 'Generate new JWT token successfully.' });
    expect(issued.json['expiration']).toMatch(/^\w{3} \w{3} \d\d \d\d:\d\d:\d\d UTC \d{4}$/);
    const { token } = issued.json;
    expect((await me(bearer(token))).json['isSuperUser']).toBe(true);
    for (const authorization of [`GSQL-Secret ${value}`, `Basic ${btoa(`__GSQL__secret:${value}`)}`]) {
      expect((await me({ as: { authorization } })).status).toBe(200);
    }

    const checked = await workspace.call('POST', '/gsql/v1/tokens/check', { body: { token } });
    expect(checked.json['message']).toContain('verification succeed');
    await workspace.call('DELETE', '/gsql/v1/tokens', { body: { tokens: token } });
    const dropped = await me(bearer(token));
    expect(dropped).toMatchObject({ status: 401, json: { code: 'REST-10016' } });

    expect((await workspace.call('DELETE', '/gsql/v1/secrets/app')).status).toBe(200);
    expect((await me({ as: { authorization: `GSQL-Secret ${value}` } })).status).toBe(401);
    expect((await workspace.call('DELETE', '/gsql/v1/secrets/app')).status).toBe(404);
  });

  it('opens no other graph than the one a token is for, and no shell', async () => {
    await workspace.gsql('CREATE GRAPH other (city)');
    const issued = await workspace.call('POST', '/gsql/v1/tokens', {
      body: { graph: 'social', lifetime: '60000' },
    });
    const as = bearer(issued.json['token']);
    expect((await workspace.call('GET', '/restpp/graph/social/vertices/city', as)).status).toBe(200);
    expect((await workspace.call('GET', '/restpp/graph/other/vertices/city', as)).status).toBe(403);
    expect((await workspace.call('GET', '/gsql/v1/schema?graph=other', as)).status).toBe(403);
    expect((await workspace.call('POST', '/gsql/v1/statements', { ...as, body: 'LS' })).status).toBe(403);
    expect((await workspace.call('POST', '/gsql/v1/tokens', { body: { graph: 'none' } })).status).toBe(404);
  });

  it('refuses tokens that are forged, of others or at their end, and says so', async () => {
    const file = await readFile(join(workspace.dataDir, 'server', 'credentials.json'), 'utf8');
    const { signingKey } = JSON.parse(file) as { signingKey: string };
    const now = Math.floor(Date.now() / 1000);
    const good = { iss: 'acacia-workspace', sub: 'tigergraph', jti: 'j', iat: now, exp: now + 60 };
    const signed = (claims: string, alg: 'HS256' | 'HS384' = 'HS256'): string => {
      const text = [JSON.stringify({ alg }), claims].map((part) => Buffer.from(part).toString('base64url'));
      const hash = createHmac(alg === 'HS256' ? 'sha256' : 'sha384', Buffer.from(signingKey, 'base64'));
      return `${text.join('.')}.${hash.update(text.join('.')).digest('base64url')}`;
    };
    const changed = (changes: object): string => signed(JSON.stringify({ ...good, ...changes }));
    const real = changed({});
    expect((await me(bearer(real))).json['isSuperUser']).toBe(true);
    const refused: Readonly<Record<string, string>> = {
      ...forgedTokens(real, { elsewhere: `${workspace.origin}/keys` }),
      'another algorithm': signed(JSON.stringify(good), 'HS384'),
      'another issuer': changed({ iss: 'urn:acacia:cloud' }),
      'no issuer': changed({ iss: undefined }),
      nobody: changed({ sub: '' }),
      'a user that is none': changed({ sub: 'nobody' }),
      'the prototype': changed({ sub: '__proto__' }),
      'the constructor': changed({ sub: 'constructor' }),
      'someone who has left': changed({ sub: 'gone@acacia.local', role: 'superuser' }),
      'a list of users': changed({ sub: ['tigergraph'] }),
      'no name of its own': changed({ jti: undefined }),
      'a role that is none': changed({ role: 'root' }),
      'no end': changed({ exp: undefined }),
      'an end that is no number': changed({ exp: 'never' }),
      'a beginning in the future': changed({ nbf: now + 1000 }),
      'claims in its prototype alone': signed(`{"__proto__":${JSON.stringify(good)}}`),
      'claims that are a list': signed(JSON.stringify([good])),
      'claims that are none': signed('null'),
    };
    for (const [name, token] of Object.entries(refused)) {
      const answer = await me(bearer(token));
      expect([answer.status, answer.json['message']], name).toEqual([
        401,
        'Access Denied because the input token is not valid.',
      ]);
    }
    const expired = await me(bearer(changed({ exp: now - 1 })));
    expect(expired.json['message']).toBe('Access Denied because the input token is expired.');
    // A token that was good before is judged again.
    const short = bearer(changed({ exp: now + 60 }));
    expect((await me(short)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: (now + 61) * 1000 });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    expect((await me(short)).json['message']).toBe('Access Denied because the input token is expired.');
    vi.useRealTimers();
    // A token made for a reader says so, whatever else it says.
    await workspace.people({ 'reader@acacia.local': 'globalobserver' });
    const reader = { sub: 'reader@acacia.local', role: 'superuser' };
    expect((await me(bearer(changed(reader)))).json['isSuperUser']).toBe(false);
    const hidden = JSON.stringify({ ...good, ...reader }).replace('{', '{"__proto__":{"graph":"x"},');
    expect((await me(bearer(signed(hidden)))).json['isSuperUser']).toBe(false);
    expect((await me(bearer(''))).status).toBe(401);
  });

  it('follow a role that changes', async () => {
    const asRole = (role: string) => ({ as: 'nobody' as const, headers: gatewayHeaders('kim@x.y', role) });
    await workspace.people({ 'kim@x.y': 'superuser' });
    const made = await workspace.call('POST', '/gsql/v1/secrets', asRole('superuser'));
    const { value, alias } = made.json['results'] as { value: string; alias: string };
    expect(alias).toMatch(/^AUTO_GENERATED_ALIAS_\w{7}$/);
    const as = { as: { authorization: `GSQL-Secret ${value}` } };
    expect((await me(as)).json['isSuperUser']).toBe(true);
    await workspace.people({ 'kim@x.y': 'globalobserver' });
    expect((await me(as)).json['isSuperUser']).toBe(false);
  });

  it('survive a restart, in a file of the owner alone', async () => {
    const made = await workspace.call('POST', '/gsql/v1/secrets?alias=stays');
    const { value } = made.json['results'] as { value: string };
    const issued = await workspace.call('POST', '/gsql/v1/tokens', { body: { secret: value } });
    await workspace.restart();
    expect((await me(bearer(issued.json['token']))).status).toBe(200);
    const file = join(workspace.dataDir, 'server', 'credentials.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const stored = await readFile(file, 'utf8');
    expect((JSON.parse(stored) as { password: string }).password).toMatch(/^scrypt\$/);
    expect(stored).not.toContain(value);
  });
});

describe('users of a group', () => {
  const basic = (name: string) => ({ as: { authorization: `Basic ${btoa(`${name}:twelve-or-more`)}` } });
  const scim = (method: string, address: string, body?: object, as = {}) =>
    workspace.call(method, `/gsql/scim/v2/Groups${address}`, body === undefined ? as : { ...as, body });
  const members = (op: string, ...names: string[]) => ({
    Operations: [{ op, path: 'members', value: names.map((value) => ({ value })) }],
  });

  beforeAll(async () => {
    for (const username of ['anna', 'ben'])
      await workspace.call('POST', '/gsql/v1/users', { body: { username, password: 'twelve-or-more' } });
    await scim('POST', '', { displayName: 'Crew', members: [{ display: 'anna' }] });
  });
  afterAll(async () => {
    await scim('POST', '?action=delete', { groupNames: ['Crew', 'Heads'] });
    await workspace.call('POST', '/gsql/v1/users?action=delete', { body: { userNames: ['anna', 'ben'] } });
  });

  it('have its roles for as long as they are members', async () => {
    await workspace.gsql('GRANT ROLE queryreader ON GRAPH social TO Crew');
    const rolesOf = async (name: string) => (await me(basic(name))).json['results'];
    expect(await rolesOf('anna')).toMatchObject({ roles: { social: ['queryreader'] } });
    expect(await rolesOf('ben')).not.toMatchObject({ roles: { social: ['queryreader'] } });
    expect(await workspace.gsql('SHOW GROUP')).toContain('    - Members: anna');

    const { members: [anna] = [] } = (await scim('GET', '/Crew')).json as { members?: { value: string }[] };
    await scim('PATCH', '/Crew', members('Add', 'ben'));
    const path = `members[value eq "${anna?.value}"]`;
    const patched = await scim('PATCH', '/Crew', { Operations: [{ op: 'remove', path }] });
    expect(patched.json).toMatchObject({ displayName: 'Crew', members: [{ display: 'ben' }] });
    expect(await rolesOf('anna')).not.toMatchObject({ roles: { social: ['queryreader'] } });
    expect(await rolesOf('ben')).toMatchObject({ roles: { social: ['queryreader'] } });
    await scim('PATCH', '/Crew', members('remove', 'ben'));
    expect(await rolesOf('ben')).not.toMatchObject({ roles: { social: ['queryreader'] } });
  });

  it.each([
    [members('add', 'tigergraph'), '"tigergraph" is no user of this workspace'],
    [members('add', 'x@acacia.local'), 'is no user of this workspace'],
    [members('copy', 'anna'), 'An operation on a group is'],
    [{ Operations: [{ op: 'add', path: 'members' }] }, 'An operation on a group is'],
    [{ Operations: [{ op: 'replace', path: 'displayName' }] }, 'An operation on a group is'],
    [{ Operations: [{ op: 'add', value: [{}] }] }, '"display" or "value"'],
    [{ Operations: [] }, 'Operations'],
  ])('are not changed by %j', async (body, message) => {
    const refused = await scim('PATCH', '/Crew', body);
    expect(refused.status).toBe(400);
    expect(refused.json['message']).toContain(message);
  });

  it('are made members, and given passwords, by who has all rights of the group alone', async () => {
    await scim('POST', '', { displayName: 'Heads', members: [{ display: 'anna' }] });
    await workspace.gsql('GRANT ROLE superuser TO Heads');
    await workspace.gsql(
      'CREATE ROLE keeper; GRANT WRITE_USER ON GLOBAL TO keeper; GRANT ROLE keeper TO ben',
    );
    expect((await scim('PATCH', '/Heads', members('add', 'ben'), basic('ben'))).status).toBe(403);
    expect((await scim('PATCH', '/Crew', members('add', 'ben'), basic('ben'))).status).toBe(403);
    await workspace.gsql('REVOKE ROLE queryreader ON GRAPH social FROM Crew');
    expect((await scim('PATCH', '/Crew', members('add', 'ben'), basic('ben'))).status).toBe(200);
    const taken = await workspace.call('PUT', '/gsql/v1/users', {
      ...basic('ben'),
      body: { name: 'anna', password: 'something-else' },
    });
    expect(taken.status).toBe(403);
    expect(taken.json['message']).toContain('superuser');
  });

  it('are no longer its members when a user of their name is made anew', async () => {
    await workspace.call('DELETE', '/gsql/v1/users/anna');
    await workspace.call('POST', '/gsql/v1/users', {
      body: { username: 'anna', password: 'twelve-or-more' },
    });
    expect((await me(basic('anna'))).json['results']).toMatchObject({ isSuperUser: false });
  });
});

describe('tokens of an issuer outside', () => {
  const SECRET = 'a secret of thirty-two characters or more';
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const now = (): number => Math.floor(Date.now() / 1000);
  const issued = (
    claims: Record<string, unknown>,
    alg = 'HS256',
    key: KeyObject | Uint8Array = Buffer.from(SECRET),
  ): Promise<string> =>
    new SignJWT({ iss: 'https://id.example', aud: 'graphs', iat: now(), exp: now() + 60, ...claims })
      .setProtectedHeader({ alg })
      .sign(key);
  const answer = async (token: Promise<string> | string) => {
    const { status, json } = await me(bearer(await token));
    return status === 200 ? (json['results'] as { name: string }).name : String(json['message']);
  };
  const act = async (values: Record<string, string>): Promise<void> => {
    const saved = await workspace.call('POST', '/api/config', { body: values });
    expect(saved.json).toMatchObject({ error: false });
    for (const service of ['restpp', 'gsql'])
      await workspace.call('POST', `/api/service/restart?serviceName=${service}`);
  };
  const invalid = expect.stringContaining('is not valid') as string;

  it('are refused until a key is set, and taken for users of the workspace alone', async () => {
    const made = await workspace.call('POST', '/gsql/v1/users', {
      body: { username: 'reporter', password: 'twelve-or-more' },
    });
    expect(made.json).toMatchObject({ error: false });
    expect(await answer(issued({ sub: 'reporter' }))).toEqual(invalid);
    await act({
      'Security.JWT.HMAC.Secret': SECRET,
      'Security.JWT.RSA.PublicKey': pem.trim().replaceAll('\n', ' '),
      'Security.JWT.Issuer': 'https://id.example',
      'Security.JWT.Audience': 'graphs',
    });
    expect(await answer(issued({ sub: 'reporter' }))).toBe('reporter');
    expect(await answer(issued({ sub: 'reporter', aud: ['x', 'graphs'] }, 'HS512'))).toBe('reporter');
    expect(await answer(issued({ sub: 'reporter' }, 'RS256', privateKey))).toBe('reporter');
    expect(await answer(issued({ sub: 'admin@acacia.local' }))).toEqual(invalid);
    expect(await answer(issued({ sub: 'nobody' }))).toEqual(invalid);
    const read = (graph: string, token: string) =>
      workspace.call('GET', `/restpp/graph/${graph}/vertices/person`, bearer(token));
    const limited = await issued({ sub: 'tigergraph', graph: 'social' }, 'RS512', privateKey);
    expect((await read('social', limited)).status).toBe(200);
    expect((await read('social', await issued({ sub: 'tigergraph', graph: 'other' }))).status).toBe(403);
  });

  it('have the roles of the groups whose rules their claims fit', async () => {
    const group = (method: string, body?: object, path = '') =>
      workspace.call(method, `/gsql/v1/groups${path}`, body === undefined ? {} : { body });
    const mayOf = async (token: Promise<string>) => (await me(bearer(await token))).json;
    expect((await group('POST', { groupName: 'Hr', proxyRule: 'group=hr-department' })).json).toMatchObject({
      message: 'Successfully created group Hr',
      results: { name: 'Hr', rule: 'group=hr-department', roles: {}, isSuperUser: false },
    });
    await group('POST', { groupName: 'Ops', proxyRule: 'regex: nameid=^ops-' });
    await workspace.gsql('GRANT ROLE queryreader ON GRAPH social TO Hr');
    await workspace.call('POST', '/gsql/v1/roles/grant', {
      body: { roles: ['globalobserver'], users: ['Ops'] },
    });

    const hr = issued({ sub: 'zoe', group: ['staff', 'hr-department'] });
    expect(await mayOf(hr)).toMatchObject({ results: { name: 'zoe', roles: { social: ['queryreader'] } } });
    expect(await mayOf(issued({ sub: 'ops-7' }))).toMatchObject({
      results: { name: 'ops-7', roles: { 1: ['globalobserver'] } },
    });
    // A user of the workspace has the group's roles beside their own.
    expect(await mayOf(issued({ sub: 'reporter', group: 'hr-department' }))).toMatchObject({
      results: { name: 'reporter', roles: { social: ['queryreader'] } },
    });
    for (const claims of [
      { sub: 'zoe' },
      { sub: 'zoe', group: 'hr' },
      { sub: 'zoe', group: ['hr-department-2'] },
      { sub: 'zoe', group: { 'hr-department': true } },
      { sub: 'dev-ops-7' },
      // The name of a group is nobody's, and a person of the organisation signs in there.
      { sub: 'Ops', group: 'hr-department' },
      { sub: 'admin@acacia.local', group: 'hr-department' },
    ])
      expect(await answer(issued(claims)), JSON.stringify(claims)).toEqual(invalid);
    const secret = await workspace.call('POST', '/gsql/v1/secrets', bearer(await hr));
    expect(secret.status).toBe(403);

    await group('PUT', { name: 'Hr', rule: 'group=people' });
    expect(await answer(hr)).toEqual(invalid);
    expect((await group('GET')).json['results']).toMatchObject([{ name: 'Hr' }, { name: 'Ops' }]);
    const ofSocial = (await group('GET', undefined, '?graph=social')).json['results'];
    expect(ofSocial).toMatchObject([{ rule: 'group=people' }, { name: 'Ops' }]);
    expect((await group('DELETE', undefined, '/Hr')).json['message']).toBe('Successfully dropped group Hr');
    await group('POST', { groupName: 'Hr', proxyRule: 'group=hr-department' });
    expect(await mayOf(hr)).toMatchObject({ results: { roles: {} } });
    const dropped = await group('POST', { groupNames: ['Hr', 'Ops'] }, '?action=delete');
    expect(dropped.json['message']).toBe('Successfully dropped groups: [Hr, Ops]');
    expect(await answer(hr)).toEqual(invalid);
  });

  it.each([
    [{ groupName: '7', proxyRule: 'a=b' }, 400, 'cannot be the name of a group'],
    [{ groupName: 'reporter', proxyRule: 'a=b' }, 409, 'already'],
    [{ groupName: 'superuser', proxyRule: 'a=b' }, 409, 'already'],
    [{ groupName: 'G', proxyRule: 'hr-department' }, 400, 'is not a rule'],
    [{ groupName: 'G', proxyRule: 'regex: group=(' }, 400, 'is not a rule'],
    [{ groupName: 'G' }, 400, 'proxyRule'],
  ])('refuse the group %j', async (body, status, message) => {
    const refused = await workspace.call('POST', '/gsql/v1/groups', { body });
    expect(refused.status).toBe(status);
    expect(refused.json['message']).toContain(message);
  });

  it('are put into groups by statements too', async () => {
    const statements = async (text: string, as = {}) =>
      (await workspace.call('POST', '/gsql/v1/statements', { ...as, body: text })).text;
    expect(await statements('CREATE GROUP Devs PROXY "role=engineering"')).toContain(
      'Successfully created group Devs',
    );
    await workspace.gsql('GRANT ROLE queryreader ON GRAPH social TO Devs');
    expect(await statements('SHOW GROUP')).toContain(
      "  - Group Name: Devs\n    - Proxy Rule: role=engineering\n    - Global Roles: \n    - Graph 'social' Roles: queryreader",
    );
    const dev = bearer(await issued({ sub: 'zoe', role: 'engineering' }));
    expect((await me(dev)).json).toMatchObject({ results: { roles: { social: ['queryreader'] } } });
    // Whoever is in it may neither see nor change groups.
    expect(await statements('SHOW GROUP', dev)).toContain('READ_USER');
    expect(await statements('DROP GROUP Devs', dev)).toContain('WRITE_USER');
    expect(await statements('CREATE GROUP Devs PROXY "role=all"')).toContain('already');
    expect(await statements('DROP GROUP Devs')).toContain('Successfully dropped groups: [Devs]');
    expect(await statements('DROP GROUP Devs')).toContain('Devs');
    expect(await statements('SHOW GROUP')).not.toContain('Devs');
  });

  it('are put into groups by who has the rights of these alone', async () => {
    await workspace.call('POST', '/gsql/v1/groups', {
      body: { groupName: 'Chiefs', proxyRule: 'group=chiefs' },
    });
    await workspace.gsql('GRANT ROLE superuser TO Chiefs');
    await workspace.gsql(
      'CREATE ROLE usermaker; GRANT WRITE_USER ON GLOBAL TO usermaker; GRANT ROLE usermaker TO reporter',
    );
    const change = await workspace.call('PUT', '/gsql/v1/groups', {
      ...bearer(await issued({ sub: 'reporter' })),
      body: { name: 'Chiefs', rule: 'nameid=reporter' },
    });
    expect(change.status).toBe(403);
    await workspace.call('DELETE', '/gsql/v1/groups/Chiefs');
  });

  it('are refused when the signature, the issuer, the audience or the time is wrong', async () => {
    const sub = 'reporter';
    const { privateKey: other } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const unsigned = [
      { alg: 'none' },
      { sub, iat: now(), exp: now() + 60, iss: 'https://id.example', aud: 'graphs' },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const refused = [
      issued({ sub }, 'HS256', Buffer.from(`${SECRET}!`)),
      issued({ sub }, 'RS256', other),
      // The public key as the secret of an HMAC.
      issued({ sub }, 'HS256', Buffer.from(pem)),
      issued({ sub }, 'PS256', privateKey),
      `${unsigned}.`,
      issued({ sub, iss: 'https://other.example' }),
      issued({ sub, iss: 'acacia-workspace' }),
      issued({ sub, aud: 'others' }),
      issued({ sub, exp: undefined }),
      issued({ sub, iat: undefined }),
      issued({}),
      issued({ sub, graph: 7 }),
    ];
    for (const [at, token] of refused.entries()) expect(await answer(await token), `${at}`).toEqual(invalid);
    expect(await answer(issued({ sub, exp: now() - 1 }))).toContain('is expired');
    expect(await answer(issued({ sub, iat: 1, exp: now() + 60 }))).toContain('is expired');
  });

  it.each([
    [{ 'Security.JWT.HMAC.Secret': 'short' }, 'has at least 32 characters'],
    [{ 'Security.JWT.RSA.PublicKey': 'no key' }, 'it must be a public key in PEM'],
    [
      {
        'Security.JWT.RSA.PublicKey': generateKeyPairSync('rsa', { modulusLength: 1024 })
          .publicKey.export({ type: 'spki', format: 'pem' })
          .toString()
          .replaceAll('\n', ''),
      },
      'it must be an RSA key of 2048 bits or more',
    ],
  ])('keys that protect nothing are refused %#', async (values, message) => {
    const saved = await workspace.call('POST', '/api/config', { body: values });
    expect(saved).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining(message) as string },
    });
  });
});
