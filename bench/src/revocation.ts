/**
 * How soon somebody is out: a session that is ended, a role that is lowered, a role that is lost. Programs with each kind
 * of credentials ask without a pause; what they asked for after the revocation was answered must be refused.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createCloudClient, type CloudClient } from '@acacia/api-client';
import { API_KEY_USERS } from '@acacia/contract';
import { addPerson } from '../../tests/e2e/rest.ts';
import { Stack } from '../../tests/e2e/stack.ts';
import type { BenchOptions } from './options.ts';
import type { Report } from './report.ts';

/** Milliseconds within which the gateway must refuse; the cloud must refuse the next request. */
const GATEWAY_LIMIT_MS = 2_000;
/** Milliseconds for which programs ask before and after a revocation. */
const BEFORE_MS = 300;
const AFTER_MS = 2_500;

/** Whether an answer gives what the credentials gave before the revocation. */
type Accepts = (response: Response) => Promise<boolean>;

interface Program {
  readonly name: string;
  readonly url: string;
  readonly authorization: string;
  /** Address that it calls from: refused secrets are counted as guesses of their network. */
  readonly from: string;
  readonly accepts: Accepts;
}

interface Asked {
  /** Milliseconds on this process' clock. */
  readonly sent: number;
  readonly accepted: boolean;
}

const isOk: Accepts = async (response) => {
  await response.arrayBuffer();
  return response.ok;
};
const isSuperuser: Accepts = async (response) => {
  const answer = (await response.json()) as { readonly isSuperUser?: boolean };
  return response.ok && answer.isSuperUser === true;
};

async function ask({ url, authorization, from, accepts }: Program): Promise<boolean> {
  return accepts(await fetch(url, { headers: { authorization, 'x-forwarded-for': from } }));
}

/** The answers to a program that asks until the signal fires. */
async function askWhile(program: Program, until: AbortSignal): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  while (!until.aborted) {
    const sent = performance.now();
    asked.push({ sent, accepted: await ask(program) });
    // So that the programs together do not keep the machine busy.
    await delay(5);
  }
  return asked;
}

interface Found {
  readonly program: string;
  /** Accepted among the requests that were sent after the revocation was answered. */
  readonly acceptedAfter: number;
  /** Milliseconds from that answer to when the last accepted request was sent; 0: none was sent later. */
  readonly lastAcceptedMs: number;
}

async function watch(programs: readonly Program[], revoke: () => Promise<unknown>): Promise<Found[]> {
  for (const program of programs) {
    if (!(await ask(program))) throw new Error(`${program.name} was refused before the revocation.`);
  }
  const stop = new AbortController();
  const asking = programs.map((program) => askWhile(program, stop.signal));
  await delay(BEFORE_MS);
  await revoke();
  const answered = performance.now();
  await delay(AFTER_MS);
  stop.abort();
  const all = await Promise.all(asking);
  return programs.map(({ name }, index) => {
    const after = (all[index] ?? []).filter(({ sent, accepted }) => accepted && sent > answered);
    return {
      program: name,
      acceptedAfter: after.length,
      lastAcceptedMs: Math.max(0, ...after.map(({ sent }) => sent - answered)),
    };
  });
}

interface Place {
  readonly workgroup_id: string;
  readonly workspace_id: string;
}

interface Setting {
  readonly stack: Stack;
  readonly admin: CloudClient;
  readonly place: Place;
  readonly host: string;
}

async function settle({ admin, place }: Setting, status: string): Promise<void> {
  for (;;) {
    const workspace = await admin.getWorkspace({ params: place });
    if (workspace.status === status) return;
    if (workspace.status === 'Error') throw new Error(workspace.err_message);
    await delay(100);
  }
}

let networks = 0;

/** A secret and a token of the workspace, made by whoever has a credential of the cloud. */
async function ownCredentials({ host }: Setting, token: string) {
  const post = async (path: string, authorization?: string, body: object = {}) => {
    const response = await fetch(`http://${host}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as {
      readonly results: { readonly value: string; readonly token: string };
    };
  };
  const { value: secret } = (await post('/gsql/v1/secrets', `Bearer ${token}`)).results;
  const { token: own } = (await post('/gsql/v1/tokens', undefined, { secret })).results;
  networks += 1;
  return { token, secret, own, from: `198.51.100.${networks}` };
}
type Credentials = Awaited<ReturnType<typeof ownCredentials>>;

/** A new administrator of the workspace, with a token of the cloud, and a secret and a token of the workspace. */
async function administrator(setting: Setting) {
  const { stack, admin, place } = setting;
  const id = randomUUID();
  const email = `${id}@acacia.local`;
  await addPerson(stack, id, email);
  await admin.setWorkspaceRole({ params: place, body: { email, role: 'workspace-admins' } });
  return { id, email, ...(await ownCredentials(setting, await stack.token(email))) };
}
type Administrator = Awaited<ReturnType<typeof administrator>>;

/** A new API key that administers the workspace, with a secret and a token that it made there. */
async function apiKey(setting: Setting) {
  const { admin, place } = setting;
  const { key_name, plaintext_key, user_id } = await admin.createApiKey({
    body: { description: 'Revoked', life_time_in_seconds: null },
  });
  const users = await admin.listUsers({ query: { path: API_KEY_USERS } });
  const email = users.find(({ id }) => id === user_id)?.email;
  if (email === undefined) throw new Error('The account of the API key is not listed.');
  await admin.assignRoles({ body: { userEmail: email, workspacesToAssignAdmin: [place.workspace_id] } });
  return { key_name, email, ...(await ownCredentials(setting, plaintext_key)) };
}

function programsOf({ stack, place, host }: Setting, { token, secret, own, from }: Credentials) {
  const { workgroup_id, workspace_id } = place;
  const asked = { url: `http://${host}/gsql/v1/auth/simple`, from, accepts: isSuperuser };
  return {
    cloud: {
      name: 'cloud',
      url: `${stack.origin}/api/v2/workgroups/${workgroup_id}/workspaces/${workspace_id}/members`,
      authorization: `Bearer ${token}`,
      from,
      accepts: isOk,
    },
    gateway: { name: 'gateway', authorization: `Bearer ${token}`, ...asked },
    secret: { name: 'secret', authorization: `GSQL-Secret ${secret}`, ...asked },
    own: { name: 'workspace token', authorization: `Bearer ${own}`, ...asked },
  };
}

const WAYS: Readonly<Record<string, (setting: Setting, who: Administrator) => Promise<readonly Found[]>>> = {
  'session ended': async (setting, who) => {
    const { cloud, gateway } = programsOf(setting, who);
    const elsewhere = await setting.stack.token(who.email);
    const other = createCloudClient(`${setting.stack.origin}/api`, async () => elsewhere);
    return watch([cloud, gateway], () => other.endMyOtherSessions({}));
  },
  'role lowered': (setting, who) =>
    watch(Object.values(programsOf(setting, who)), () =>
      setting.admin.setWorkspaceRole({
        params: setting.place,
        body: { email: who.email, role: 'workspace-users' },
      }),
    ),
  'role lost': (setting, who) =>
    watch(Object.values(programsOf(setting, who)), () =>
      setting.admin.removeWorkspaceRole({ params: { ...setting.place, user_id: who.id } }),
    ),
  'role lost while it slept': async (setting, who) => {
    const { gateway, secret, own } = programsOf(setting, who);
    const params = setting.place;
    await setting.admin.pauseWorkspace({ params });
    await settle(setting, 'Idle');
    await setting.admin.removeWorkspaceRole({ params: { ...params, user_id: who.id } });
    const found = [];
    for (const program of [gateway, secret, own]) {
      const accepted = await ask(program);
      const lastAcceptedMs = accepted ? Infinity : 0;
      found.push({ program: program.name, acceptedAfter: Number(accepted), lastAcceptedMs });
    }
    await settle(setting, 'Active');
    return found;
  },
};

/** Revocations of API keys, whose programs ask as those of people do. */
const WAYS_OF_KEYS: Readonly<Record<string, (setting: Setting) => Promise<readonly Found[]>>> = {
  'API key deleted': async (setting) => {
    const key = await apiKey(setting);
    return watch(Object.values(programsOf(setting, key)), () =>
      setting.admin.deleteApiKey({ body: { key_name: key.key_name } }),
    );
  },
  "API key's role lost": async (setting) => {
    const { email, ...credentials } = await apiKey(setting);
    return watch(Object.values(programsOf(setting, credentials)), () =>
      setting.admin.revokeRoles({
        body: { userEmail: email, workspacesToRevokeRoles: [setting.place.workspace_id] },
      }),
    );
  },
};

function judge(way: string, { program, acceptedAfter, lastAcceptedMs }: Found): void {
  if (program === 'cloud' ? acceptedAfter > 0 : lastAcceptedMs > GATEWAY_LIMIT_MS) {
    throw new Error(
      `${way}: ${program} accepted ${acceptedAfter} requests, up to ${lastAcceptedMs} ms later.`,
    );
  }
}

export async function benchRevocation({ rounds }: BenchOptions): Promise<Report> {
  // Each program is a network of its own.
  const stack = await Stack.create(() => ({ ACACIA_TRUSTED_PROXIES: '127.0.0.1' }));
  try {
    await stack.start();
    const token = await stack.token();
    const admin = createCloudClient(`${stack.origin}/api`, async () => token);
    const { workgroup_id } = await admin.createWorkgroup({
      body: { name: 'Bench', cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' },
    });
    const { database_id } = await admin.createDatabase({ params: { workgroup_id }, body: { name: 'Bench' } });
    const { workspace_id, nginx_host: host } = await admin.createWorkspace({
      params: { workgroup_id },
      body: {
        name: 'Bench',
        tg_database_id: database_id,
        tg_version: '4.2.1',
        workspace_type_name: 'TG-00',
      },
    });
    const setting: Setting = { stack, admin, place: { workgroup_id, workspace_id }, host };
    await settle(setting, 'Active');
    const found: (Found & { readonly way: string })[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const keep = (way: string, all: readonly Found[]): void => {
        for (const each of all) {
          judge(way, each);
          found.push({ way, ...each });
        }
      };
      for (const [way, look] of Object.entries(WAYS))
        keep(way, await look(setting, await administrator(setting)));
      for (const [way, look] of Object.entries(WAYS_OF_KEYS)) keep(way, await look(setting));
    }
    const cases = [...Map.groupBy(found, ({ way, program }) => `${way}, ${program}`)].map(([name, all]) => ({
      name,
      acceptedAfter: Math.max(...all.map(({ acceptedAfter }) => acceptedAfter)),
      lastAcceptedMs: Math.max(...all.map(({ lastAcceptedMs }) => lastAcceptedMs)),
    }));
    return {
      lines: cases.map(
        ({ name, acceptedAfter, lastAcceptedMs }) =>
          `${name}: ${acceptedAfter} accepted after it, the last ${lastAcceptedMs.toFixed(0)} ms later`,
      ),
      record: { rounds, gatewayLimitMs: GATEWAY_LIMIT_MS, cases },
    };
  } finally {
    await stack.remove();
  }
}
