/** A real workspace for the tests: the server over the real engine, in a separate folder. */
import { parseJson, stringifyJson } from '@acacia/base';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GATEWAY_HEADERS } from '@acacia/contract';
import type { Logger } from 'pino';
import { createLogger } from './log.ts';
import { storeKnownPassword } from './testing/known-password.ts';
import { startWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts';

/** Failures of the tests' queries and sign-ins are no news; faults of the server are. */
function testLogger(): Logger {
  const logger = createLogger(undefined);
  logger.level = 'error';
  return logger;
}

const GATEWAY_KEY = 'key-of-the-gateway';

const PEOPLE = { 'reader@acacia.local': 'globalobserver' } as const;

/** The caller: the superuser by password, an observer by the gateway's headers, nobody, or a header as given. */
type As = 'tigergraph' | 'observer' | 'nobody' | { readonly authorization: string };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; `undefined` when it is no JSON. */
  // Answers are looked at field by field; the expectations are the check.
  readonly json: Readonly<Record<string, unknown>>;
}

interface CallOptions {
  readonly as?: As;
  /** Text as it is; anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface TestWorkspace {
  readonly origin: string;
  readonly dataDir: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Runs GSQL text as the superuser and returns its output. */
  gsql(text: string, graph?: string): Promise<string>;
  fetch(method: string, path: string, options?: CallOptions): Promise<Response>;
  /** Sends the list of people who have access, as the control plane does at each start. */
  people(
    people: Readonly<Record<string, 'superuser' | 'globalobserver'>>,
    /** Those who lack a second factor that the organisation demands. */
    lacking?: readonly string[],
  ): Promise<void>;
  /** Stops it and starts it again on the same folder. @param people who have access now; the same without it */
  restart(people?: Parameters<TestWorkspace['people']>[0]): Promise<void>;
  close(): Promise<void>;
}

function headersOf(as: As): Record<string, string> {
  if (as === 'nobody') return {};
  if (as === 'tigergraph') return { authorization: `Basic ${btoa('tigergraph:tigergraph')}` };
  if (as === 'observer') {
    return {
      [GATEWAY_HEADERS.key]: GATEWAY_KEY,
      [GATEWAY_HEADERS.user]: 'reader@acacia.local',
      [GATEWAY_HEADERS.role]: 'globalobserver',
    };
  }
  return { ...as };
}

export const gatewayHeaders = (user: string, role: string, key = GATEWAY_KEY): Record<string, string> => ({
  [GATEWAY_HEADERS.key]: key,
  [GATEWAY_HEADERS.user]: user,
  [GATEWAY_HEADERS.role]: role,
});

interface TestOptions extends Partial<WorkspaceOptions> {
  /** False: it does not get the list of people at its start. */
  readonly tellPeople?: boolean;
}

export async function startTestWorkspace({
  tellPeople = true,
  ...overrides
}: TestOptions = {}): Promise<TestWorkspace> {
  const dataDir = overrides.dataDir ?? (await mkdtemp(join(tmpdir(), 'acacia-workspace-')));
  const start = (): Promise<Workspace> =>
    startWorkspace({
      listen: { kind: 'port', port: 0 },
      dataDir,
      memoryMb: 512,
      readOnly: false,
      workers: 1,
      gatewayKey: GATEWAY_KEY,
      logger: testLogger(),
      ...overrides,
    });
  // A test of the first password begins without one.
  if (!('firstPassword' in overrides)) await storeKnownPassword(dataDir);
  let workspace = await start();
  let told: Parameters<TestWorkspace['people']>[0] = PEOPLE;
  let lacking: readonly string[] = [];
  const tell = async (): Promise<void> => {
    if ('gatewayKey' in overrides) return;
    const people = Object.entries(told).map(([email, role]) => ({
      email,
      role,
      lacks_second_factor: lacking.includes(email),
    }));
    const response = await fetch(`${workspace.address}/internal/people`, {
      method: 'PUT',
      headers: { [GATEWAY_HEADERS.key]: GATEWAY_KEY },
      body: JSON.stringify({ people }),
    });
    if (!response.ok) throw new Error(await response.text());
  };
  if (tellPeople) await tell();

  const send: TestWorkspace['fetch'] = (method, path, { as = 'tigergraph', body, headers, signal } = {}) =>
    fetch(`${workspace.address}${path}`, {
      method,
      headers: { ...headersOf(as), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : stringifyJson(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  const call: TestWorkspace['call'] = async (method, path, options) => {
    const response = await send(method, path, options);
    const text = await response.text();
    let json: Answer['json'] = {};
    try {
      json = parseJson(text) as Answer['json'];
    } catch {
      // A plain-text answer.
    }
    return { status: response.status, headers: response.headers, text, json };
  };
  return {
    get origin() {
      return workspace.address;
    },
    dataDir,
    call,
    fetch: send,
    async gsql(text, graph) {
      const query = graph === undefined ? '' : `?graph=${graph}`;
      return (await call('POST', `/gsql/v1/statements${query}`, { body: text })).text;
    },
    async people(people, without = []) {
      told = people;
      lacking = without;
      await tell();
    },
    async restart(people) {
      await workspace.close();
      told = people ?? told;
      workspace = await start();
      await tell();
    },
    async close() {
      await workspace.close();
      // A folder that the test brought is the test's to remove.
      if (overrides.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** People who live in cities, are friends, and call each other. */
export const SOCIAL_SCHEMA = `
CREATE VERTEX person (PRIMARY_ID id STRING, name STRING, age INT) WITH primary_id_as_attribute="true"
CREATE VERTEX city (PRIMARY_ID id STRING, name STRING)
CREATE UNDIRECTED EDGE friend (FROM person, TO person, since INT)
CREATE DIRECTED EDGE lives_in (FROM person, TO city) WITH REVERSE_EDGE="inhabited_by"
CREATE DIRECTED EDGE called (FROM person, TO person, DISCRIMINATOR(at INT), minutes INT)
CREATE GRAPH social (*)
`;

export const SOCIAL_DATA = {
  vertices: {
    person: {
      ann: { name: { value: 'Ann' }, age: { value: 31 } },
      bob: { name: { value: 'Bob' }, age: { value: 9007199254740993n } },
      'c/d e': { name: { value: 'Cy' }, age: { value: 7 } },
    },
    city: { oslo: { name: { value: 'Oslo' } } },
  },
  edges: {
    person: {
      ann: { friend: { person: { bob: { since: { value: 2001 } } } }, lives_in: { city: { oslo: {} } } },
      bob: { lives_in: { city: { oslo: {} } } },
    },
  },
};
