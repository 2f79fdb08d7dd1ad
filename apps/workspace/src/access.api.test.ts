/** Users, roles and privileges: created at the prompt and over REST, persisted, and enforced for both. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SimpleAuth } from '@acacia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  gatewayHeaders,
  SOCIAL_DATA,
  SOCIAL_SCHEMA,
  startTestWorkspace,
  type TestWorkspace,
} from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.gsql('CREATE GRAPH other (person)');
  await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
  await workspace.gsql(
    `USE GRAPH social
     CREATE QUERY names() { PRINT 1 AS one; }
     CREATE QUERY secret_one() { PRINT 1 AS one; }
     CREATE QUERY wipe() { DELETE v FROM person:v; }
     INSTALL QUERY *`,
  );
});
afterAll(() => workspace.close());

const as = (user: string, password = 'firstwords77') => ({
  as: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
});
const prompt = (text: string, user?: string, graph?: string) =>
  workspace.call('POST', `/gsql/v1/statements${graph === undefined ? '' : `?graph=${graph}`}`, {
    body: text,
    ...(user === undefined ? {} : as(user)),
  });
async function text(statements: string, user?: string, graph?: string): Promise<string> {
  const answer = await prompt(statements, user, graph);
  return answer.status === 200 ? answer.text.trimEnd() : String(answer.json['message']);
}
const status = async (method: string, path: string, user: string, body?: unknown) =>
  (await workspace.call(method, path, { ...as(user), body })).status;
const lacks = (user: string, privilege: string) =>
  `User '${user}' does not have the privilege ${privilege} that this needs.`;

// Passwords are hashed in threads that yield to all others.
describe('users', { timeout: 60_000 }, () => {
  it('are made with a password on the line, sign in, change it, and go with their tokens', async () => {
    expect(await text('CREATE USER -u ann -p firstwords77')).toBe('The user "ann" is created.');
    expect(await text('create user -u `o\'neil/1` -p "two words of it"')).toBe(
      `The user "o'neil/1" is created.`,
    );
    expect(await text('CREATE USER -u ann -p anotherword9')).toBe('The user "ann" already exists.');
    expect(await text('CREATE USER -u tigergraph -p anotherword9')).toContain('already exists');
    expect(await text('CREATE USER')).toContain('-u and a name: nothing is asked for here');
    expect(await text('CREATE USER -u joe')).toContain('-p and a password: nothing is asked for here');
    expect(await text('CREATE USER -u a@b.c -p firstwords77')).toContain(
      "are those of the organisation's members",
    );
    expect(await status('GET', '/gsql/v1/auth/simple', 'ann')).toBe(200);
    const token = await workspace.call('POST', '/gsql/v1/tokens', { ...as('ann'), body: {} });
    const bearer = { as: { authorization: `Bearer ${String(token.json['token'])}` } };
    expect((await workspace.call('GET', '/gsql/v1/auth/simple', bearer)).json['results']).toMatchObject({
      name: 'ann',
      roles: { '1': [] },
      isSuperUser: false,
    });
    expect(await text('ALTER PASSWORD ann -p secondword88', 'ann')).toBe('Password has been changed.');
    expect(await status('GET', '/gsql/v1/auth/simple', 'ann')).toBe(401);
    expect(await text('ALTER PASSWORD -u ann -p firstwords77')).toBe('Password has been changed.');
    expect(await text('ALTER PASSWORD -u tigergraph -p mine', 'ann')).toBe(lacks('ann', 'WRITE_USER'));
    expect(await text("DROP USER ann, `o'neil/1`")).toBe(
      `The user "ann" is dropped.\nThe user "o'neil/1" is dropped.`,
    );
    expect(await status('GET', '/gsql/v1/auth/simple', 'ann')).toBe(401);
    expect((await workspace.call('GET', '/gsql/v1/auth/simple', bearer)).status).toBe(401);
    expect(await text('DROP USER ann')).toBe(`The user "ann" doesn't exist.`);
    expect(await text('DROP USER tigergraph')).toContain('cannot be dropped');
  });

  it('have names that every screen and address can show, and passwords of 12 characters, by each way', async () => {
    const make = (username: string, password = 'firstwords77') =>
      workspace.call('POST', '/gsql/v1/users', { body: { username, password } });
    const why = async (...given: Parameters<typeof make>) => {
      const { status, json } = await make(...given);
      return [status, json['message']];
    };
    expect(await why('x'.repeat(10_000))).toEqual([400, 'username: A name may have at most 128 characters.']);
    const unseen = 'username: A name has no blanks, no colon and no invisible characters.';
    for (const name of ['a b', 'a\u200bb', 'a:b']) expect(await why(name)).toEqual([400, unseen]);
    expect((await make('a\0b')).status).toBe(400);
    expect((await make('Zoe\u0308')).status).toBe(400);
    expect((await make('..')).status).toBe(400);
    const short = 'A password must have at least 12 characters.';
    expect(await why('joe', 'elevensigns')).toEqual([400, short]);
    expect(await why('joe', '')).toEqual([400, short]);
    expect(await text('CREATE USER -u joe -p elevensigns')).toBe(short);
    expect((await why('joe', 'password1234'))[1]).toContain('among the first that are guessed');
    for (const name of ['../x', `"';--`, 'constructor', '名前']) {
      expect((await make(name)).status, name).toBe(200);
      const found = await workspace.call('GET', `/gsql/v1/users/${encodeURIComponent(name)}`);
      expect(found.json['results'], name).toMatchObject({ name, hasPassword: true });
      const change = { body: { username: name, password: 'elevensigns' } };
      expect((await workspace.call('PUT', '/gsql/v1/users', change)).json['message']).toBe(short);
      const gone = { body: { userNames: [name] } };
      if (name === '名前') expect(await status('GET', '/gsql/v1/auth/simple', name)).toBe(200);
      expect((await workspace.call('POST', '/gsql/v1/users?action=delete', gone)).status, name).toBe(200);
    }
  });

  it('see themselves, and everyone with READ_USER', async () => {
    await text('CREATE USER -u bea -p firstwords77');
    expect(await text('SHOW USER', 'bea')).toMatch(
      /^ {2}- Name: bea \(Current User\)\n {4}- Global Roles: \n {4}- LastSuccessLogin: .* UTC \d+\n {4}- FailedAttempts: 0$/,
    );
    expect(await text('SHOW USER')).toContain('- Name: bea\n');
    expect((await workspace.call('GET', '/gsql/v1/users', as('bea'))).json['results']).toMatchObject([
      { name: 'bea', hasPassword: true },
    ]);
    await text('DROP USER bea');
  });
});

describe('roles', () => {
  it('of graphs open those graphs alone, to statements, calls, secrets and tokens', async () => {
    await text('CREATE USER -u cy -p firstwords77');
    expect(await text('GRANT ROLE queryreader ON GRAPH social TO cy')).toBe(
      "Successfully granted roles [queryreader] on graph 'social' to users [cy].",
    );
    expect(await text('USE GRAPH social\nLS', 'cy')).toContain('---- Graph social');
    expect(await text('USE GRAPH other', 'cy')).toBe(lacks('cy', 'READ_SCHEMA'));
    expect(await text('LS', 'cy')).toBe(lacks('cy', 'READ_SCHEMA'));
    expect(await status('GET', '/restpp/graph/social/vertices/person', 'cy')).toBe(200);
    expect(await status('GET', '/restpp/graph/other/vertices/person', 'cy')).toBe(403);
    expect(await status('POST', '/restpp/graph/social', 'cy', SOCIAL_DATA)).toBe(403);
    expect(await status('GET', '/gsql/v1/schema?graph=social', 'cy')).toBe(200);
    // Nor is it told how often the types of another graph were changed.
    const body = 'INTERPRET QUERY () FOR GRAPH other { PRINT 1; }';
    for (const { status: code, json } of [
      await workspace.call('GET', '/restpp/graph/other/vertices/person', as('cy')),
      await workspace.call('POST', '/gsql/v1/queries/interpret', { ...as('cy'), body }),
    ])
      expect({ code, version: json['version'] }).toMatchObject({ code: 403, version: { schema: 0 } });
    expect(await status('GET', '/gsql/v1/schema?graph=social&graphName=other', 'cy')).toBe(400);
    const graphs = await workspace.call('GET', '/gsql/v1/schema/graphs', as('cy'));
    expect(graphs.json['graphs']).toMatchObject([{ graphName: 'social' }]);
    const secret = /The secret: (\w+)/.exec(await text('CREATE SECRET mine', 'cy'))?.[1] ?? '';
    const bySecret = { as: { authorization: `GSQL-Secret ${secret}` } };
    const token = await workspace.call('POST', '/gsql/v1/tokens', { as: 'nobody', body: { secret } });
    const byToken = { as: { authorization: `Bearer ${String(token.json['token'])}` } };
    for (const by of [bySecret, byToken]) {
      expect((await workspace.call('GET', '/restpp/graph/social/vertices/city', by)).status).toBe(200);
      expect((await workspace.call('GET', '/restpp/graph/other/vertices/person', by)).status).toBe(403);
    }
    expect(await text('REVOKE ROLE queryreader ON GRAPH social FROM cy')).toContain('Successfully revoked');
    expect((await workspace.call('GET', '/restpp/graph/social/vertices/city', byToken)).status).toBe(403);
    expect(await text('REVOKE ROLE queryreader ON GRAPH social FROM cy')).toContain('does not have the role');
    await text('DROP USER cy');
  });

  it('are made with privileges of their own', async () => {
    await text('CREATE USER -u dan -p firstwords77');
    expect(await text('CREATE ROLE loader, keeper ON GRAPH social')).toBe(
      "Successfully created local roles for graph 'social': [loader, keeper].",
    );
    expect(await text('USE GRAPH social\nCREATE ROLE here')).toContain("for graph 'social': [here]");
    expect(await text('CREATE ROLE seer ON GLOBAL')).toBe('Successfully created global roles: [seer].');
    expect(await text('CREATE ROLE seer ON GLOBAL')).toBe('The role "seer" already exists.');
    expect(await text('GRANT WRITE_LOADINGJOB, READ_LOADINGJOB ON GRAPH social TO loader')).toBe(
      'The privileges "READ_LOADINGJOB, WRITE_LOADINGJOB" are successfully granted on "GRAPH social" to role: loader',
    );
    expect(await text('GRANT READ, CREATE ON ALL DATA IN GLOBAL TO seer')).toBe(
      'The privileges "CREATE, READ" are successfully granted on "ALL DATA" IN GLOBAL to role: seer',
    );
    expect(await text('GRANT READ_DATA ON GLOBAL TO loader')).toContain("one of the graph 'social' alone");
    expect(await text('GRANT DROP_ALL ON GRAPH social TO loader')).toContain('the global scope alone');
    expect(await text('GRANT FLY ON GLOBAL TO seer')).toBe('There is no privilege FLY on GLOBAL.');
    expect(await text('GRANT READ ON VERTEX person IN GRAPH social TO seer')).toContain('single types');
    expect(await text('GRANT READ_DATA ON GLOBAL TO designer')).toContain('is built in');
    expect(await text('GRANT ROLE loader ON GRAPH other TO dan')).toContain(
      "one of the graph 'social' alone",
    );
    expect(await text('GRANT ROLE superuser ON GRAPH social TO dan')).toContain('is a global one');
    await text('GRANT ROLE loader ON GRAPH social TO dan\nGRANT ROLE seer TO dan');
    expect(await text('SHOW PRIVILEGE ON ROLE loader, keeper')).toBe(
      `Role: "loader"\n  - Graph 'social' Privileges:\n    WRITE_LOADINGJOB\n    READ_LOADINGJOB\n\n` +
        'Role: "keeper"\nThis role has no privilege.',
    );
    expect(await text('SHOW PRIVILEGE ON USER dan')).toBe(
      `User: "dan"\n  - Global Privileges:\n    READ_DATA\n    CREATE_DATA\n` +
        `  - Graph 'social' Privileges:\n    READ_LOADINGJOB\n    WRITE_LOADINGJOB`,
    );
    expect(await text('SHOW ROLE')).toContain(
      "  - User Defined Roles:\n    - Global Roles:\n      seer\n    - Graph 'social' Roles:\n      loader\n      keeper\n      here",
    );
    expect(await text('SHOW GRANTS OF ROLE loader')).toBe('Users with role loader:\n  dan');
    expect(await status('GET', '/restpp/graph/other/vertices/person', 'dan')).toBe(200);
    expect(await status('GET', '/gsql/v1/loading-jobs?graph=social', 'dan')).toBe(200);
    expect(await status('GET', '/gsql/v1/loading-jobs?graph=other', 'dan')).toBe(403);
    expect(await text('DROP ROLE loader, seer, keeper, here')).toContain('Successfully dropped roles:');
    expect(await status('GET', '/restpp/graph/other/vertices/person', 'dan')).toBe(403);
    expect(await text('DROP ROLE admin')).toContain('is built in');
    await text('DROP USER dan');
  });

  it('are given to members of the organisation, on top of what they are there', async () => {
    const grant = 'GRANT ROLE designer ON GRAPH social TO new.member@acacia.local';
    expect(await text(grant)).toBe(`The user "new.member@acacia.local" doesn't exist.`);
    await workspace.people({ 'new.member@acacia.local': 'globalobserver' });
    expect(await text(grant)).toContain('granted');
    const headers = gatewayHeaders('new.member@acacia.local', 'globalobserver');
    const simple = await workspace.call('GET', '/gsql/v1/auth/simple', { as: 'nobody', headers });
    expect(simple.json['results']).toMatchObject({
      roles: { '1': ['globalobserver'], social: ['globalobserver', 'designer'], other: ['globalobserver'] },
    });
    const upsert = (graph: string) =>
      workspace.call('POST', `/restpp/graph/${graph}`, { as: 'nobody', headers, body: { vertices: {} } });
    expect((await upsert('social')).status).toBe(200);
    expect((await upsert('other')).status).toBe(403);
    await text('REVOKE ROLE designer ON GRAPH social FROM new.member@acacia.local');
    expect((await upsert('social')).status).toBe(403);
  });

  it('give nobody more than the giver has', async () => {
    await text('CREATE USER -u eve -p firstwords77\nGRANT ROLE admin ON GRAPH social TO eve');
    await text('CREATE USER -u fay -p firstwords77');
    expect(await text('GRANT ROLE designer ON GRAPH social TO fay', 'eve')).toContain('Successfully');
    expect(await text('GRANT ROLE superuser TO eve', 'eve')).toBe(lacks('eve', 'WRITE_ROLE'));
    expect(await text('GRANT ROLE designer ON GRAPH other TO eve', 'eve')).toBe(lacks('eve', 'WRITE_ROLE'));
    expect(await text('GRANT WRITE_USER ON GLOBAL TO eve', 'eve')).toBe(lacks('eve', 'WRITE_ROLE'));
    await text('GRANT WRITE_USER ON GLOBAL TO eve');
    expect(await text('ALTER PASSWORD -u tigergraph -p stolen', 'eve')).toContain('only superusers');
    expect(await text('CREATE USER -u gus -p firstwords77', 'eve')).toBe('The user "gus" is created.');
    await text('DROP USER eve, fay, gus');
  });
});

describe('queries', () => {
  it('are run by those who were granted them and what they do to data', async () => {
    await text('CREATE USER -u hal -p firstwords77\nGRANT ROLE queryreader ON GRAPH social TO hal');
    expect(await status('GET', '/restpp/query/social/names', 'hal')).toBe(403);
    expect(await text('GRANT EXECUTE, READ ON QUERY names, wipe IN GRAPH social TO hal')).toBe(
      'The privileges "EXECUTE, READ" are successfully granted on "QUERY names, wipe" IN GRAPH social to user: hal',
    );
    expect(await status('GET', '/restpp/query/social/names', 'hal')).toBe(200);
    expect(await text('RUN QUERY names()', 'hal', 'social')).toContain('"one": 1');
    expect(await text('SHOW QUERY names', 'hal', 'social')).toContain('CREATE QUERY names');
    const calling = (name: string) => `INTERPRET QUERY () FOR GRAPH social { ${name}(); PRINT 5 AS five; }`;
    expect(await text(calling('names'), 'hal', 'social')).toContain('"five": 5');
    expect(await text(calling('secret_one'), 'hal', 'social')).toBe(lacks('hal', 'EXECUTE_QUERY'));
    const interpret = await workspace.call('POST', '/gsql/v1/queries/interpret?graph=social', {
      ...as('hal'),
      body: calling('secret_one'),
    });
    expect(interpret.json['message']).toBe(lacks('hal', 'EXECUTE_QUERY'));
    expect(await text('RUN QUERY wipe()', 'hal', 'social')).toBe(lacks('hal', 'DELETE_DATA'));
    expect(await text('DROP QUERY names', 'hal', 'social')).toBe(lacks('hal', 'DROP_QUERY'));
    expect(await text('SHOW PRIVILEGE ON USER hal', 'hal')).toContain(
      "      - Query 'names' Privileges:\n        EXECUTE_QUERY\n        READ_QUERY",
    );
    expect(await text('GRANT CREATE ON QUERY names IN GRAPH social TO hal')).toContain('ALL QUERIES');
    expect(await text('GRANT READ ON QUERY none IN GRAPH social TO hal')).toContain('does not exist');
    // Dropping a query also drops the privileges granted on it.
    await text(
      'USE GRAPH social\nDROP QUERY names\nCREATE QUERY names() { PRINT 1 AS one; }\nINSTALL QUERY names',
    );
    expect(await status('GET', '/restpp/query/social/names', 'hal')).toBe(403);
    await text('DROP USER hal');
  });

  it('belong to those who made them', async () => {
    await text('CREATE USER -u ida -p firstwords77\nGRANT ROLE querywriter ON GRAPH social TO ida');
    expect(
      await text(
        'CREATE QUERY hers() { PRINT 2 AS two; }\nINSTALL QUERY hers\nRUN QUERY hers()',
        'ida',
        'social',
      ),
    ).toContain('"two": 2');
    expect(await text('CREATE OR REPLACE QUERY hers() { PRINT 3 AS three; }', 'ida', 'social')).toContain(
      'Successfully created queries: [hers].',
    );
    const simple = await workspace.call('GET', '/gsql/v1/auth/simple', as('ida'));
    const { social } = (simple.json['results'] as SimpleAuth).privileges;
    expect(social?.privileges).not.toContain('DROP_QUERY');
    expect(social?.queries).toEqual({
      hers: { privileges: ['UPDATE_QUERY', 'DROP_QUERY', 'INSTALL_QUERY', 'EXECUTE_QUERY', 'OWNERSHIP'] },
    });
    expect(await text('INSTALL QUERY wipe', 'ida', 'social')).toBe(lacks('ida', 'INSTALL_QUERY'));
    expect(await text('CREATE OR REPLACE QUERY names() { PRINT 4 AS four; }', 'ida', 'social')).toBe(
      lacks('ida', 'UPDATE_QUERY'),
    );
    expect(await text('DROP QUERY hers', 'ida', 'social')).toContain('Successfully dropped');
    // Drafts with errors of syntax take the same rights.
    expect(await text('CREATE QUERY hers() { PRINT }', 'ida', 'social')).toContain(
      'Saved as draft query with type/semantic error: [hers].',
    );
    expect(await text('CREATE OR REPLACE QUERY names() { PRINT }', 'ida', 'social')).toBe(
      lacks('ida', 'UPDATE_QUERY'),
    );
    expect(await text('CREATE QUERY mine() { PRINT }\nDROP ALL', 'ida', 'social')).toBe(
      lacks('ida', 'DROP_ALL'),
    );
    expect(await text('DROP QUERY hers', 'ida', 'social')).toContain('Successfully dropped');
    await text('DROP USER ida');
  });
});

describe('graphs', () => {
  it('have administrators, and take rights along when they go', async () => {
    await text('CREATE USER -u jan -p firstwords77');
    expect(await text('CREATE GRAPH of_jan (person) WITH ADMIN nobody_here')).toContain('does not exist');
    expect(await text('CREATE GRAPH of_jan (person) WITH ADMIN jan')).toContain(
      'The graph of_jan is created.',
    );
    expect(await text('SHOW USER', 'jan')).toContain("- Graph 'of_jan' Roles: admin");
    expect(await text('DROP GRAPH of_jan', 'jan')).toBe(lacks('jan', 'DROP_GRAPH'));
    await text('DROP GRAPH of_jan\nCREATE GRAPH of_jan (person)');
    expect(await text('SHOW USER', 'jan')).not.toContain('of_jan');
    await text('GRANT ROLE globaldesigner TO jan');
    expect(await text('DROP GRAPH of_jan', 'jan')).toBe(lacks('jan', 'DROP_GRAPH'));
    expect(await text('CREATE GRAPH jans (person)\nDROP GRAPH jans', 'jan')).toContain(
      'The graph jans is dropped.',
    );
    await text('DROP USER jan\nDROP GRAPH of_jan');
  });

  it('users, roles and what was granted globally outlive DROP ALL and a restart', async () => {
    const own = await startTestWorkspace();
    try {
      await own.gsql(`CREATE VERTEX v (PRIMARY_ID id STRING)
        CREATE GRAPH g (v)
        USE GLOBAL
        CREATE USER -u kim -p firstwords77
        CREATE ROLE seer ON GLOBAL
        GRANT READ_SCHEMA ON GLOBAL TO seer
        GRANT ROLE seer TO kim
        GRANT ROLE admin ON GRAPH g TO kim`);
      await own.restart();
      const show = async () =>
        (await own.call('POST', '/gsql/v1/statements', { ...as('kim'), body: 'SHOW USER' })).text;
      expect(await show()).toContain("Global Roles: seer\n    - Graph 'g' Roles: admin");
      expect(await own.gsql('DROP ALL')).toContain('Everything is dropped.');
      expect(await show()).toMatch(/Global Roles: seer\n {4}- Last/);
      const ls = await own.call('POST', '/gsql/v1/statements', { ...as('kim'), body: 'LS' });
      expect(ls.text).toContain('Vertex Types:');

      const file = join(own.dataDir, 'server', 'credentials.json');
      const content = JSON.parse(readFileSync(file, 'utf8')) as { users: Record<string, unknown> };
      for (let n = 1; n < 1_000; n += 1) content.users[`user${n}`] = content.users['kim'];
      writeFileSync(file, JSON.stringify(content));
      await own.restart();
      expect(await own.gsql('CREATE USER -u one_more -p firstwords77')).toContain(
        'There are 1000 users in this workspace. Drop some first.',
      );
    } finally {
      await own.close();
    }
  });
});

describe('the calls of TigerGraph', () => {
  it('do what the statements do', async () => {
    const call = async (method: string, path: string, body?: unknown) =>
      (await workspace.call(method, path, { body })).json;
    expect(
      await call('POST', '/gsql/v1/users', { username: 'lee', password: 'tiger-1234-lee' }),
    ).toMatchObject({
      message: 'Successfully created user lee',
    });
    expect(await call('POST', '/gsql/v1/roles?graph=social', { roles: ['r1', 'r2'] })).toMatchObject({
      results: "Successfully created local roles on graph 'social': [r1, r2].",
    });
    await call('POST', '/gsql/v1/roles', { roles: ['r3'] });
    expect(await call('GET', '/gsql/v1/roles')).toMatchObject({
      results: {
        builtIn: {
          global: ['globalobserver', 'globaldesigner', 'superuser'],
          local: ['observer', 'queryreader', 'querywriter', 'designer', 'admin'],
        },
        userDefinedRoles: { '1': ['r3'], social: ['r1', 'r2'] },
      },
    });
    expect(
      await call('POST', '/gsql/v1/privileges/grant?graph=social', {
        privileges: ['READ_DATA'],
        roles: ['r1'],
      }),
    ).toMatchObject({ error: false });
    expect(await call('GET', '/gsql/v1/roles/r1')).toMatchObject({
      results: {
        Graph: 'social',
        roleName: 'r1',
        isGlobal: false,
        rolePrivileges: { social: { privileges: ['READ_DATA'] } },
      },
    });
    expect(
      await call('POST', '/gsql/v1/roles/grant?graph=social', { roles: ['observer', 'r1'], users: ['lee'] }),
    ).toMatchObject({
      results: "Successfully granted roles [observer, r1] on graph 'social' to users [lee].",
    });
    expect(await call('GET', '/gsql/v1/users/lee')).toMatchObject({
      results: {
        name: 'lee',
        roles: { social: ['observer', 'r1'] },
        privileges: { social: { privileges: ['READ_SCHEMA', 'READ_LOADINGJOB', 'READ_DATA'] } },
      },
    });
    const lee = { as: { authorization: `Basic ${btoa('lee:tiger-1234-lee')}` } };
    expect((await workspace.call('GET', '/restpp/graph/social/vertices/city', lee)).status).toBe(200);
    expect((await workspace.call('GET', '/gsql/v1/roles', lee)).status).toBe(403);
    expect(
      (await workspace.call('POST', '/gsql/v1/users', { ...lee, body: { username: 'x', password: 'y' } }))
        .status,
    ).toBe(403);
    await call('POST', '/gsql/v1/roles/revoke?graph=social', { roles: ['r1'], users: ['lee'] });
    expect((await workspace.call('GET', '/restpp/graph/social/vertices/city', lee)).status).toBe(403);
    expect(await call('DELETE', '/gsql/v1/roles?graph=social&role=r1,r2')).toMatchObject({
      results: 'Successfully dropped roles: [r1, r2].',
    });
    expect(await call('DELETE', '/gsql/v1/roles/r3')).toMatchObject({
      results: 'Successfully dropped roles: [r3].',
    });
    await workspace.gsql('CREATE GRAPH constructor (person)\nCREATE ROLE r4 ON GRAPH constructor');
    expect(await call('GET', '/gsql/v1/roles')).toMatchObject({
      results: { userDefinedRoles: { constructor: ['r4'] } },
    });
    await call('POST', '/gsql/v1/privileges/grant?graph=constructor', {
      privileges: ['READ_DATA'],
      roles: ['r4'],
    });
    expect(await call('GET', '/gsql/v1/roles/r4')).toMatchObject({
      results: { rolePrivileges: { constructor: { privileges: ['READ_DATA'] } } },
    });
    await workspace.gsql('DROP GRAPH constructor');
    const made = await call('POST', '/gsql/v1/secrets?userName=lee&alias=forlee');
    const { value } = made['results'] as { value: string };
    const bySecret = { as: { authorization: `GSQL-Secret ${value}` } };
    expect((await workspace.call('GET', '/gsql/v1/auth/simple', bySecret)).json).toMatchObject({
      name: 'lee',
    });
    expect((await workspace.call('POST', '/gsql/v1/secrets?userName=tigergraph', lee)).status).toBe(403);
    expect(await call('POST', '/gsql/v1/users?action=delete', { userNames: ['lee'] })).toMatchObject({
      message: 'Successfully dropped users: [lee]',
    });
    expect(((await call('GET', '/gsql/v1/privileges'))['results'] as unknown[])[0]).toEqual({
      privilegeType: 'GRAPH',
      privilege: 'READ_SCHEMA',
    });
  });

  it('grant privileges on one query by its name, and revoke them', async () => {
    await text('CREATE USER -u ivy -p firstwords77\nCREATE ROLE runner ON GRAPH social');
    await text('GRANT ROLE runner, queryreader ON GRAPH social TO ivy');
    const change = async (how: 'grant' | 'revoke', body: object, graph = '?graph=social') =>
      workspace.call('POST', `/gsql/v1/privileges/${how}${graph}`, { body });
    const onNames = { privileges: ['EXECUTE_QUERY', 'READ_QUERY'], queryName: 'names' };
    const runs = (query: string) => status('GET', `/restpp/query/social/${query}`, 'ivy');
    expect(await runs('names')).toBe(403);
    for (const name of ['runner', 'ivy']) {
      const granted = await change('grant', { ...onNames, roles: [name] });
      expect(granted.json['message']).toBe(
        `The privileges "EXECUTE_QUERY, READ_QUERY" are successfully granted to: ${name}`,
      );
      expect(await runs('names')).toBe(200);
      expect(await runs('secret_one')).toBe(403);
      expect((await workspace.call('GET', '/gsql/v1/auth/simple', as('ivy'))).json).toMatchObject({
        privileges: { social: { queries: { names: { privileges: ['READ_QUERY', 'EXECUTE_QUERY'] } } } },
      });
      expect((await change('revoke', { ...onNames, roles: [name] })).json['message']).toContain(
        'revoked from',
      );
      expect(await runs('names')).toBe(403);
    }
    const refused = [
      [{ ...onNames, queryName: 'none', roles: ['runner'] }, '?graph=social', "'none'"],
      [{ ...onNames, roles: ['runner'] }, '', 'graph'],
      [{ privileges: ['READ_DATA'], queryName: 'names', roles: ['runner'] }, '?graph=social', 'READ_DATA'],
      [{ privileges: ['EXECUTE_QUERY'], roles: ['runner'] }, '?graph=social', 'is about one query'],
      [{ ...onNames, roles: ['nobody'] }, '?graph=social', 'nobody'],
    ] as const;
    for (const [body, graph, message] of refused) {
      const answer = await change('grant', body, graph);
      expect([400, 404], JSON.stringify(body)).toContain(answer.status);
      expect(answer.json['message']).toContain(message);
    }
    // Nobody grants what they do not have.
    const byIvy = { ...as('ivy'), body: { ...onNames, roles: ['ivy'] } };
    expect((await workspace.call('POST', '/gsql/v1/privileges/grant?graph=social', byIvy)).status).toBe(403);
    await text('DROP USER ivy\nDROP ROLE runner');
  });
});
