/**
 * Renders the whole console at an address for tests, with its real router, queries and cloud client. Only the network
 * is replaced, with answers in the contract's own shapes.
 */
import { createEvents } from '@acacia/api-client/events';
import {
  cloudApi,
  ERROR_STATUS,
  EVENTS_PATH,
  type ClientConfig,
  type CloudCall,
  type ErrorType,
} from '@acacia/contract';
import { renderUi } from '@acacia/ui/testing';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { configure } from '@testing-library/react';
import { vi } from 'vitest';
import { createConsoleRouter } from '../app/router.tsx';
import { createCloud, createQueryClient, ServicesContext, type Services } from '../services/services.ts';
import type { Session } from '../session/session.ts';
import { eventsOfCloud } from './events.ts';

export interface Call {
  readonly call: CloudCall;
  /** Parameters of the path, in order. */
  readonly ids: readonly string[];
  /** Parameters behind the path. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The version in `If-Match`; undefined for calls without it. */
  readonly version: number | undefined;
}

/** A refusal of the cloud. */
export class Refused extends Error {
  readonly type: ErrorType;
  readonly field: string;
  /** The thing as it stands, which comes with it. */
  readonly standing: object | null;
  constructor(message: string, type: ErrorType = 'Bad-Request', field = '', standing: object | null = null) {
    super(message);
    this.type = type;
    this.field = field;
    this.standing = standing;
  }
}

/** A call of a workspace's own host. */
export interface WorkspaceCall {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly body: unknown;
}

/**
 * Answers the calls to workspaces, at once or by a promise, with a Response or with what becomes the JSON of one; an
 * error that it throws becomes their error.
 */
export type WorkspaceAnswer = (call: WorkspaceCall) => unknown;

export type Answers = Partial<Record<CloudCall, (call: Call) => unknown>> & {
  /** Answers a request for the stream of events; without it nothing is told. */
  readonly events?: () => Response;
};

/** Routes with fewer parameters first: as in the server, fixed segments of a path win over a parameter. */
const ROUTES = Object.entries(cloudApi)
  .map(([call, route]) => ({
    call: call as CloudCall,
    method: route.method,
    download: 'download' in route,
    parameters: route.path.split(':').length,
    pattern: new RegExp(`^/api${route.path.replace(/:\w+/g, '([^/]+)')}$`),
  }))
  .sort((a, b) => a.parameters - b.parameters);

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

async function answer(answers: Answers, calls: Call[], url: string, init: RequestInit): Promise<Response> {
  const { pathname: path, searchParams } = new URL(url, 'http://console');
  if (path === `/api${EVENTS_PATH}`) return (answers.events ?? eventsOfCloud().answer)();
  const method = init.method ?? 'GET';
  const found = ROUTES.find((route) => route.method === method && route.pattern.test(path));
  if (found === undefined) throw new Error(`The test got an unknown call: ${method} ${path}`);
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
  const ids = found.pattern.exec(path)?.slice(1) ?? [];
  const tag = new Headers(init.headers).get('if-match');
  const version = tag === null ? undefined : Number(tag.replaceAll('"', ''));
  const call = { call: found.call, ids, query: Object.fromEntries(searchParams), body, version };
  calls.push(call);
  const given = answers[found.call];
  try {
    if (given === undefined) throw new Refused(`no answer for ${found.call}`, 'Internal-Error');
    if (found.download) return new Response(String(await given(call)));
    return json(200, { Error: false, Message: '', RequestID: 'r', Result: await given(call) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { message, type, field, standing } = error;
    const details = field === '' ? [] : [{ FieldName: field, Reason: message, Type: type }];
    const envelope = {
      Error: true,
      Message: message,
      ErrorDetails: details,
      RequestID: 'r',
      Result: standing,
    };
    return json(ERROR_STATUS[error.type], envelope);
  }
}

async function answerOfWorkspace(given: WorkspaceAnswer, url: URL, init: RequestInit): Promise<Response> {
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
  try {
    const found = await given({ method: init.method ?? 'GET', path: url.pathname + url.search, body });
    return found instanceof Response ? found : json(200, found);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return json(ERROR_STATUS[error.type], { error: true, message: error.message, code: '' });
  }
}

const CONFIG: ClientConfig = {
  issuer: 'http://console/oidc',
  client_id: 'acacia-console',
  audience: null,
  scopes: 'openid',
  mode: 'local',
  device_client_id: null,
  app_version: '1.0.0',
  chat_url: null,
  features: ['api-key'],
};

/** The first page of a file loads its parts, which takes a busy machine its time: within that of a test. */
configure({ asyncUtilTimeout: 45_000 });

/** Renders the console at `path`. `calls` collects its calls to the cloud. @param given parts of the session */
export function renderConsole(
  path: string,
  answers: Answers,
  signedIn = true,
  workspace?: WorkspaceAnswer,
  given: Partial<Session> = {},
  configured: Partial<ClientConfig> = {},
) {
  const calls: Call[] = [];
  const respond = (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address, 'http://console');
    return workspace !== undefined && url.host !== 'console'
      ? answerOfWorkspace(workspace, url, init)
      : answer(answers, calls, address, init);
  };
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    Promise.resolve().then(() => respond(url, init)),
  );
  const signIn = vi.fn((_returnTo: string) => Promise.resolve());
  const signOut = vi.fn(() => Promise.resolve());
  const leave = vi.fn((_address: string) => undefined);
  const enterOrganization = vi.fn((_orgId: string, _address: string) => Promise.resolve());
  const session: Session = {
    getToken: () => Promise.resolve(signedIn ? 'token' : null),
    signIn,
    signOut,
    leave,
    enterOrganization,
    hasEnded: () => false,
    onEnd: () => () => undefined,
    resume: () => Promise.resolve(),
    ...given,
  };
  const services: Services = {
    config: { ...CONFIG, ...configured },
    session,
    cloud: createCloud(session),
    events: createEvents('/api', (refused) => session.getToken(refused)),
    queryClient: createQueryClient(),
  };
  const router = createConsoleRouter(services, createMemoryHistory({ initialEntries: [path] }));
  renderUi(
    <QueryClientProvider client={services.queryClient}>
      <ServicesContext value={services}>
        <RouterProvider router={router} />
      </ServicesContext>
    </QueryClientProvider>,
  );
  return { calls, signIn, signOut, leave, enterOrganization, router, queryClient: services.queryClient };
}
