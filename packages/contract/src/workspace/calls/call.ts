/**
 * A call of a workspace's HTTP API as data. The server registers and admits by these rows, the client's paths, the list
 * of endpoints, the OpenAPI document, the guide and the tests of refusals are derived from them.
 */
import { z } from 'zod';
import type { Privilege } from '../auth.ts';

/**
 * `public`: anyone; `signedIn`: any known caller; `statements`: each statement of the text has its own requirement;
 * `superuser`: callers who may do everything; `controlPlane`: only the parent that started the process.
 */
export type Requirement = Privilege | 'public' | 'signedIn' | 'statements' | 'superuser' | 'controlPlane';

/**
 * How an answer is wrapped. `restpp` and `gsql`: the envelopes of TigerGraph's two servers; `json`: `results` is the
 * whole answer; `lines`: a JSON value a line; `events`: an event stream; `text` and `file`: no JSON.
 */
export type AnswerForm = 'restpp' | 'gsql' | 'json' | 'lines' | 'events' | 'text' | 'file';

/** One of several addresses that the wildcard of a path stands for, as GET /endpoints lists it. */
export interface ListedEndpoint {
  /** Below the prefix `/restpp`, parts as `{name}`. */
  readonly path: string;
  readonly about: string;
  /** The console offers it in its list of endpoints. */
  readonly offered?: true;
}

export interface WorkspaceCall {
  readonly needs: Requirement;
  /** One sentence, without its full stop. */
  readonly about: string;
  /** By default the envelope of the server that the path belongs to. */
  readonly answer?: AnswerForm;
  /** Parameters of the address. */
  readonly parameters?: z.ZodObject<Readonly<Record<string, z.ZodType>>>;
  /** A schema for JSON; `text`: GSQL or other text; `lines`: lines of data; `bytes`: a file. */
  readonly body?: z.ZodType | 'text' | 'lines' | 'bytes';
  /** `results` of the envelope; null without. */
  readonly results?: z.ZodType;
  /** Fields beside those of the envelope, where clients look for them. */
  readonly beside?: z.ZodObject;
  /** The console offers the call in its list of endpoints. */
  readonly offered?: true;
  readonly endpoints?: readonly ListedEndpoint[];
  /** Why the call makes no sense here: whoever may make it gets this sentence. */
  readonly refused?: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Rows by `METHOD path`: the path with its first prefix, parts as `:name`, `*` for several parts. */
export type WorkspaceCalls = Readonly<Record<`${Method} /${string}`, WorkspaceCall>>;

// ------------------------------------------------------------ parameters that calls share
export const text = z.string().optional();
export const flag = z.stringbool().optional();

export const OfGraph = z.object({
  graph: z.string().optional().describe('Name of the graph; without it the global scope'),
});
export const InGraph = z.object({ graph: z.string().describe('Name of the graph') });

/** Names in the address, separated by commas. */
export const names = z.string().describe('Names, separated by commas');
