/** HTTP calls from the control plane directly to the workspaces that it runs, past the gateway. */
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import type { Readable } from 'node:stream';
import { GATEWAY_HEADERS } from '@acacia/contract';
import { z } from 'zod';
import type { Driver } from './driver.ts';

export interface WorkspaceCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query. */
  readonly path: string;
  /** JSON when it is an object; text and streams go as they are. */
  readonly body?: object | string | Readable;
  /** The user in whose name the call is made; default: the control plane itself. */
  readonly user?: string;
  /** Takes a 404 as success: the thing to be removed is gone already. */
  readonly missingIsFine?: boolean;
  /** Milliseconds without an answer or progress. */
  readonly timeout?: number;
  /** Milliseconds that a query may run; default: the limit of the workspace. */
  readonly queryLimit?: number;
  readonly signal?: AbortSignal;
}

const TIMEOUT = 30_000;

function bodyOf({ body }: WorkspaceCall): { readonly type?: string; readonly content?: string | Readable } {
  if (body === undefined) return {};
  if (typeof body === 'string') return { type: 'text/plain; charset=utf-8', content: body };
  if ('pipe' in body) return { type: 'application/octet-stream', content: body };
  return { type: 'application/json', content: JSON.stringify(body) };
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A refusal by the workspace, in its own words where its answer has some. */
export class WorkspaceRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'WorkspaceRefusal';
    this.status = status;
  }
}

const Refused = z.object({ error: z.literal(true), message: z.string().min(1) });

/** The workspace's own message in a refusal; undefined when the body holds none. */
function messageIn(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return Refused.safeParse(JSON.parse(text)).data?.message;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Calls a running workspace as its superuser and returns the text of the response.
 * @throws WorkspaceRefusal when it refuses; the connection's error when nothing answers
 */
export async function callWorkspace(
  driver: Pick<Driver, 'address' | 'trust'>,
  workspaceId: string,
  call: WorkspaceCall,
): Promise<string> {
  const address = driver.address(workspaceId);
  const { type, content } = bodyOf(call);
  const options: RequestOptions = {
    method: call.method ?? 'GET',
    headers: {
      ...driver.trust(workspaceId),
      [GATEWAY_HEADERS.user]: call.user ?? 'acacia',
      [GATEWAY_HEADERS.role]: 'superuser',
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(call.queryLimit === undefined ? {} : { 'gsql-timeout': call.queryLimit }),
    },
    agent: false,
    timeout: call.timeout ?? TIMEOUT,
    ...(call.signal === undefined ? {} : { signal: call.signal }),
    ...(address.kind === 'socket' ? { socketPath: address.path, path: call.path } : {}),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent =
      address.kind === 'socket' ? request(options) : request(new URL(call.path, address.origin), options);
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error(`The workspace did not answer ${call.path} in time.`)));
    if (content === undefined || typeof content === 'string') sent.end(content);
    else content.on('error', (error) => sent.destroy(error)).pipe(sent);
  });
  const text = await textOf(response);
  const status = response.statusCode ?? 0;
  if ((status >= 200 && status < 300) || (status === 404 && call.missingIsFine === true)) return text;
  throw new WorkspaceRefusal(
    status,
    messageIn(text) ?? `The workspace answered ${call.path} with ${status}: ${text.slice(0, 2000)}`,
  );
}
