/**
 * Every call of the table × nobody, a wrong token, an expired one, a caller without the right, and one with just that
 * right: who is refused, in which envelope, and that nothing else refuses who may.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  answerForm,
  callNamed,
  CALL_GROUPS,
  Privilege,
  workspaceApi,
  type CallName,
  type WorkspaceCall,
} from '@acacia/contract';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  gatewayHeaders,
  SOCIAL_DATA,
  SOCIAL_SCHEMA,
  startTestWorkspace,
  type Answer,
  type TestWorkspace,
} from './test-support.ts';

const NAMES = Object.keys(workspaceApi) as CallName[];
const needsOf = (name: CallName): WorkspaceCall['needs'] => callNamed(name).needs;
const closed = NAMES.filter((name) => needsOf(name) !== 'public');
const ofControlPlane = closed.filter((name) => needsOf(name) === 'controlPlane');
const ofCallers = closed.filter((name) => needsOf(name) !== 'controlPlane');
const withPrivilege = ofCallers.filter((name) => Privilege.safeParse(needsOf(name)).success);

let workspace: TestWorkspace;
let token = '';
const bearer = (text: string) => ({ as: { authorization: `Bearer ${text}` } });

beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
  await workspace.gsql('USE GRAPH social\nCREATE QUERY q() { PRINT 1 AS one; }\nINSTALL QUERY q');
  await workspace.gsql(
    'CREATE USER -u least -p firstwords77\nCREATE ROLE one ON GLOBAL\nGRANT ROLE one TO least',
  );
  const signIn = { authorization: `Basic ${btoa('least:firstwords77')}` };
  const answer = await workspace.call('POST', '/gsql/v1/tokens', { as: signIn, body: {} });
  token = String(answer.json['token']);
}, 240_000);
afterAll(() => workspace.close());

const PARTS: Readonly<Record<string, string>> = { graph: 'social', query: 'q', '*': 'person/ann' };
/** A graph that is not there, where the call drops what it names. */
const DROPS_GRAPH: CallName = 'DELETE /gsql/v1/schema/graphs/:graph';

function ask(name: CallName, options: Parameters<TestWorkspace['call']>[2]): Promise<Answer> {
  const [method = '', pattern = ''] = name.split(' ');
  const part = (key: string): string => (name === DROPS_GRAPH ? 'nothing' : (PARTS[key] ?? 'x'));
  const address = pattern.replace(/:(\w+)|\*/g, (_, key = '*') => part(String(key)));
  const graph = pattern.includes(':graph') ? '' : '?graph=social';
  return workspace.call(method, `${address}${graph}`, {
    ...options,
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
}

const AT_ONCE = 8;

/** How each of the calls answers, by the call's name, where it is not as expected. */
async function others(
  names: readonly CallName[],
  options: Parameters<TestWorkspace['call']>[2],
  isExpected: (answer: Answer, name: CallName) => boolean,
): Promise<string[]> {
  const answers: (readonly [CallName, Answer])[] = [];
  // Few at a time: on a busy machine the heads of hundreds would come too late for the server's limit.
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const asked = names
      .slice(at, at + AT_ONCE)
      .map(async (name) => [name, await ask(name, options)] as const);
    answers.push(...(await Promise.all(asked)));
  }
  return answers
    .filter(([name, answer]) => !isExpected(answer, name))
    .map(([name, { status, text }]) => `${name}: ${status} ${text.slice(0, 200)}`);
}

/** A refusal in the envelope of the call's server. */
function isRefusal({ status, json }: Answer, name: CallName, expected: number): boolean {
  const hasVersion = 'version' in json;
  return (
    status === expected &&
    json['error'] === true &&
    typeof json['message'] === 'string' &&
    json['message'] !== '' &&
    hasVersion === name.includes(' /restpp/')
  );
}

describe('calls', { timeout: 240_000 }, () => {
  it('are refused to nobody, to a wrong token and to an expired one', async () => {
    expect(await others(ofCallers, { as: 'nobody' }, (answer, name) => isRefusal(answer, name, 401))).toEqual(
      [],
    );
    const { signingKey } = z
      .looseObject({ signingKey: z.string() })
      .parse(JSON.parse(await readFile(path.join(workspace.dataDir, 'server', 'credentials.json'), 'utf8')));
    const now = Math.floor(Date.now() / 1000);
    const expired = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('TigerGraph')
      .setSubject('tigergraph')
      .setJti('expired')
      .setIssuedAt(now - 100)
      .setExpirationTime(now - 50)
      .sign(Buffer.from(signingKey, 'base64'));
    for (const wrong of ['', 'x.y.z', expired])
      expect(await others(ofCallers, bearer(wrong), (answer, name) => isRefusal(answer, name, 401))).toEqual(
        [],
      );
  });

  it('are refused to callers without the privilege, by its name', async () => {
    expect(
      await others(
        withPrivilege,
        bearer(token),
        (answer, name) =>
          isRefusal(answer, name, 403) && String(answer.json['message']).includes(String(needsOf(name))),
      ),
    ).toEqual([]);
    const ofSuperusers = ofCallers.filter((name) => needsOf(name) === 'superuser');
    expect(await others(ofSuperusers, bearer(token), (answer, name) => isRefusal(answer, name, 403))).toEqual(
      [],
    );
  });

  it('of the control plane are refused to superusers, and known to it alone', async () => {
    expect(
      await others(ofControlPlane, { as: 'tigergraph' }, (answer, name) => isRefusal(answer, name, 403)),
    ).toEqual([]);
    const headers = gatewayHeaders('acacia', 'superuser');
    expect(
      await others(ofControlPlane, { as: 'nobody', headers }, ({ status }) => status < 500 && status !== 403),
    ).toEqual([]);
  });

  it('are known to those who need no privilege, and to superusers', async () => {
    const free = ofCallers.filter(
      // That one drops the token that it is called with.
      (name) => needsOf(name) === 'signedIn' && name !== 'POST /api/auth/logout',
    );
    expect(await others(free, bearer(token), ({ status }) => status < 500 && status !== 401)).toEqual([]);
    const ofSuperusers = ofCallers.filter((name) => needsOf(name) === 'superuser');
    expect(
      await others(ofSuperusers, { as: 'tigergraph' }, ({ status }) => status < 500 && status !== 403),
    ).toEqual([]);
  });

  // Those that end what the others look at come last.
  const LAST: readonly string[] = ['DROP_QUERY', 'CLEAR_GRAPHSTORE', 'DROP_GRAPH', 'DROP_ALL'];
  const privileges = [...new Set(withPrivilege.map((name) => String(needsOf(name))))].sort(
    (a, b) => LAST.indexOf(a) - LAST.indexOf(b),
  );
  /** Handlers that ask for one more privilege. */
  const NEEDS_MORE: Readonly<Record<string, readonly string[]>> = {
    'POST /api/loading-jobs/:graph/load': ['EXECUTE_LOADINGJOB'],
    'POST /gsql/v1/db-import': ['WRITE_SCHEMA', 'CREATE_QUERY', 'WRITE_LOADINGJOB', 'EXECUTE_LOADINGJOB'],
  };
  /** Privileges on queries are granted on those that there are, and built-in roles alone have them on all of a graph. */
  const isAboutQueries = (privilege: string): boolean => /(?<!CREATE)_QUERY$/.test(privilege);
  it.each(privileges)('that need %s ask for no other', async (privilege) => {
    const all = withPrivilege.filter((name) => needsOf(name) === privilege);
    const ofRole = isAboutQueries(privilege) ? all.filter((name) => !name.includes(':query')) : [];
    const names = all.filter((name) => !ofRole.includes(name));
    const may = ({ status }: Answer): boolean => status < 500 && status !== 401 && status !== 403;
    const scope = isAboutQueries(privilege) ? 'GRAPH social' : 'GLOBAL';
    // A query that runs needs what its text needs.
    const more =
      privilege === 'EXECUTE_QUERY' ? ['READ_DATA'] : names.flatMap((name) => NEEDS_MORE[name] ?? []);
    for (const each of [privilege, ...more])
      expect(await workspace.gsql(`GRANT ${each} ON ${scope} TO one`)).toContain('successfully granted');
    expect(await others(names, bearer(token), may)).toEqual([]);
    for (const each of [privilege, ...more]) await workspace.gsql(`REVOKE ${each} ON ${scope} FROM one`);
    await workspace.gsql('GRANT ROLE admin ON GRAPH social TO least');
    expect(await others(ofRole, bearer(token), may)).toEqual([]);
    await workspace.gsql('REVOKE ROLE admin ON GRAPH social FROM least');
  });

  it('that make no sense here answer with the sentence of the table', async () => {
    const refused = NAMES.filter((name) => callNamed(name).refused !== undefined);
    expect(refused.length).toBeGreaterThan(10);
    expect(
      await others(
        refused,
        { as: 'tigergraph' },
        (answer, name) => isRefusal(answer, name, 400) && answer.json['message'] === callNamed(name).refused,
      ),
    ).toEqual([]);
  });
});

describe('the table of calls', () => {
  it('has each call in one group, and an envelope for each', () => {
    const grouped = CALL_GROUPS.flatMap(({ calls }) => Object.keys(calls));
    expect(grouped.toSorted()).toEqual(NAMES.toSorted());
    for (const name of NAMES) {
      const form = answerForm(name, callNamed(name));
      if (form === 'restpp') expect(name).toMatch(/ \/restpp\/|\/queries\//);
    }
  });

  it('is served as OpenAPI', async () => {
    const { json } = await workspace.call('GET', '/api/openapi.json', { as: 'nobody' });
    expect(json['openapi']).toBe('3.1.0');
    const paths = json['paths'] as Record<string, Record<string, unknown>>;
    expect(paths['/restpp/graph/{graph}/vertices/{type}/{id}']).toHaveProperty('get');
    expect(paths).not.toHaveProperty('/internal/status');
  });
});
