/** The work of a run that calls an endpoint of RESTPP (specification part 4, section 3: API command). */
import { parseJson, stringifyJson } from '@acacia/base';
import type { StartRun } from '@acacia/contract';
import { Printed } from '@acacia/engine';
import type { Caller } from '../auth/caller.ts';
import { problem } from '../errors/problem.ts';
import { MASKED_NOTE, maskedParameters } from '../runs/mask-secrets.ts';
import type { AboutRun, PreparedRun } from '../runs/run-book.ts';
import { splitEnvelope } from './split-envelope.ts';

type ApiRun = Extract<StartRun, { type: 'API' }>;

/** Bytes of an answer, which is in memory until it is stored. */
const MOST_BYTES = 256 * 2 ** 20;
/** Characters of a body that the history keeps. */
const KEPT_BODY = 4000;

const OPEN_LIST = 0x5b;

/** A call of the workspace's own server. */
export interface OwnCall {
  readonly method: ApiRun['method'];
  /** Path and parameters. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface OwnAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** Makes a call with the credentials of the request that started the run. */
export type CallHere = (call: OwnCall, signal: AbortSignal) => Promise<OwnAnswer>;

/** The body as the history keeps it; undefined: it is not kept. */
function keptBody(
  payload: string | null,
): { readonly payload: string | null; readonly isMasked: boolean } | undefined {
  if (payload === null) return { payload, isMasked: false };
  if (payload.length > KEPT_BODY || !isJson(payload)) return undefined;
  const value = parseJson(payload);
  const masked = stringifyJson(maskedParameters(value));
  const isMasked = masked !== stringifyJson(value);
  return { payload: isMasked ? masked : payload, isMasked };
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function addressOf({ path, params }: ApiRun): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(params)) for (const value of values) search.append(name, value);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** @throws Problem when the workspace is read-only and the call is not by GET */
export function prepareCall(
  { readOnly }: { readonly readOnly: boolean },
  caller: Caller,
  { id, limits }: Pick<AboutRun, 'id' | 'limits'>,
  run: ApiRun,
  call: CallHere,
): PreparedRun {
  const { method, path, graph, payload, profile, origin, toFile } = run;
  // The endpoint judges what a body may do; that it must be a GET is of the specification (part 4, section 6).
  if (readOnly && method !== 'GET') throw problem('readOnly');
  const body = keptBody(method === 'GET' ? null : payload);
  const params = maskedParameters(run.params);
  const isMasked = body?.isMasked === true || stringifyJson(params) !== stringifyJson(run.params);
  const title = `${method} ${path.replace(/^\/api\/encoded-twice/, '')}`;
  const about: AboutRun = {
    ...{ id, owner: caller.name, type: 'API', graph, origin, limits, toFile, query: null },
    ...{ title, text: `${method} ${path}` },
    parameters: stringifyJson({ params, payload: body?.payload ?? null }),
    incomplete:
      body === undefined ? 'The body of the call is not kept in the history.' : isMasked ? MASKED_NOTE : null,
  };
  return {
    about,
    work: async ({ print, answer }, signal) => {
      const headers = {
        ...(run.limits.timeMs > 0 ? { 'gsql-timeout': String(run.limits.timeMs) } : {}),
        ...(run.limits.memoryMb > 0 ? { 'gsql-querylocalmemlimitmb': String(run.limits.memoryMb) } : {}),
        ...(profile ? { profile: 'BASIC' } : {}),
        ...(payload === null ? {} : { 'content-type': isJson(payload) ? 'application/json' : 'text/plain' }),
      };
      const sent = method === 'GET' ? null : payload;
      const {
        status,
        type,
        body: json,
      } = await call({ method, url: addressOf(run), headers, body: sent }, signal);
      if (json.byteLength > MOST_BYTES) throw problem('callAnswerTooLarge', { mb: MOST_BYTES / 2 ** 20 });
      const parts = /^application\/json\b/.test(type) ? await splitEnvelope(json, signal) : null;
      const envelope = parts === null ? {} : (parseJson(String(parts.envelope)) as Envelope);
      const failed = status >= 400 || envelope.error === true || envelope.error === 'true';
      const said = parts === null && failed ? messageIn(json) : (envelope.message ?? '');
      if (failed) {
        print(`${said === '' ? `The endpoint answered with the status ${status}.` : said}\n`);
        return { returnCode: status, graph };
      }
      const warnings = envelope.warnings ?? [];
      const profiled = envelope.profile === undefined ? {} : { profile: envelope.profile };
      if (parts === null && !/^application\/json\b/.test(type)) print(`${String(json)}\n`);
      else await answer({ printed: printedOf(path, parts?.results ?? json), warnings, ...profiled }, said);
      return { returnCode: 0, graph };
    },
  };
}

interface Envelope {
  readonly error?: unknown;
  readonly message?: string;
  readonly warnings?: readonly string[];
  readonly profile?: NonNullable<Parameters<Parameters<PreparedRun['work']>[0]['answer']>[0]['profile']>;
}

/** The sentence of an error whose answer has no results. */
function messageIn(body: Buffer): string {
  const text = String(body.subarray(0, 10_000));
  if (!isJson(text)) return text.trim();
  const value = parseJson(text);
  const said = typeof value === 'object' && value !== null && 'message' in value ? value.message : undefined;
  return typeof said === 'string' ? said : text;
}

/** Results as those of PRINTs: those of a query as they are, others under one name. */
function printedOf(path: string, results: Buffer): Printed {
  const isQuery = path.startsWith('/restpp/query/') && results[0] === OPEN_LIST;
  const chunks = isQuery
    ? [results.subarray(1, results.lastIndexOf(']'))]
    : [Buffer.from('{"results":'), results, Buffer.from('}')];
  return new Printed(chunks as readonly Uint8Array<ArrayBuffer>[]);
}
