import { createHmac } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { forgedTokens } from '@acacia/base/testing';
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
