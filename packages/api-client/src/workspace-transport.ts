/** Transport of the workspace client: authorisation, bodies, errors, streams and uploads. */
import { asError, parseJson, stringifyJson } from '@acacia/base';
import { sentPath } from './workspace-paths.ts';
import { errorOf, unreachable, WorkspaceError } from './workspace-error.ts';

export type QueryValue = string | number | boolean | undefined;

export interface WorkspaceRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the workspace's origin. */
  readonly path: string;
  /** A list repeats its key. */
  readonly query?: Readonly<Record<string, QueryValue | readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as plain text; not with `json`. */
  readonly text?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface UploadOptions {
  /** Called with bytes sent and bytes in all. Not called where the browser cannot tell. */
  readonly onProgress?: (sent: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface Transport {
  /** The response, its status below 400. */
  response(request: WorkspaceRequest): Promise<Response>;
  text(request: WorkspaceRequest): Promise<string>;
  /** The parsed JSON of the answer. @throws WorkspaceError when the answer holds an error, whatever its status */
  json(request: WorkspaceRequest): Promise<unknown>;
  upload(path: string, content: Blob, options: UploadOptions): Promise<unknown>;
}

/** @throws WorkspaceError for a path that would lead elsewhere (`sentPath`) */
function urlOf(origin: string, { path, query = {} }: WorkspaceRequest): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? (value as readonly string[]) : [value]) {
      search.append(key, String(item));
    }
  }
  const text = search.toString();
  return `${origin}${sentPath(path)}${text === '' ? '' : `?${text}`}`;
}

/** Characters of an answer that is parsed in a task of its own: a page answers to its person before the rest is done. */
const LARGE_ANSWER = 500_000;

/** Lets whatever waits for the thread go first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The JSON of an answer. @throws WorkspaceError when it holds an error, whatever its status, or is no JSON */
export function parsed(status: number, text: string): unknown {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new WorkspaceError(status, '', 'The workspace answered something that is not JSON.');
  }
  if (typeof value === 'object' && value !== null && 'error' in value && value.error === true) {
    throw errorOf(status, '', text);
  }
  return value;
}

/** Uploads with XMLHttpRequest, which alone reports progress; only browsers have it. */
function uploadWithProgress(
  url: string,
  headers: Headers,
  content: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.open('PUT', url);
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total);
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.onload = () => {
      try {
        if (request.status >= 400) throw errorOf(request.status, request.statusText, request.responseText);
        resolve(parsed(request.status, request.responseText));
      } catch (error) {
        reject(asError(error));
      }
    };
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    if (signal?.aborted === true) {
      reject(new DOMException('The upload was cancelled.', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', abort);
    request.send(content);
  });
}

/** @throws WorkspaceError of status 0 when nothing answers, which an upload in parts waits for */
async function reached(url: string, sent: RequestInit): Promise<Response> {
  try {
    return await fetch(url, sent);
  } catch (error) {
    if (sent.signal?.aborted === true) throw error;
    throw unreachable();
  }
}

/**
 * Gives the access token for a call, or null when signed out.
 * @param refused the token that the call was refused with (401), so that another one is wanted
 */
export type GetToken = (refused?: string) => Promise<string | null>;

/** A call that is refused with 401 is sent once more when there is another token; an upload is not. */
export function createTransport(origin: string, getToken: GetToken): Transport {
  const authorised = (token: string | null, headers: Readonly<Record<string, string>> = {}): Headers => {
    const result = new Headers(headers);
    if (token !== null) result.set('authorization', `Bearer ${token}`);
    return result;
  };
  const sendWith = async (token: string | null, request: WorkspaceRequest): Promise<Response> => {
    const headers = authorised(token, request.headers);
    let body: string | null = null;
    if (request.text !== undefined) {
      body = request.text;
      headers.set('content-type', 'text/plain');
    } else if (request.json !== undefined) {
      body = stringifyJson(request.json);
      headers.set('content-type', 'application/json');
    }
    const url = urlOf(origin, request);
    return reached(url, { method: request.method ?? 'GET', headers, body, signal: request.signal ?? null });
  };
  const send = async (request: WorkspaceRequest): Promise<Response> => {
    const token = await getToken();
    const answer = await sendWith(token, request);
    if (answer.status !== 401 || token === null) return answer;
    const other = await getToken(token);
    return other === null || other === token ? answer : sendWith(other, request);
  };
  const response = async (request: WorkspaceRequest): Promise<Response> => {
    const answer = await send(request);
    if (answer.status >= 400) throw errorOf(answer.status, answer.statusText, await answer.text());
    return answer;
  };
  return {
    response,
    text: async (request) => (await response(request)).text(),
    json: async (request) => {
      const answer = await response(request);
      const text = await answer.text();
      const value = parsed(answer.status, text);
      if (text.length > LARGE_ANSWER) await nextTask();
      return value;
    },
    upload: async (path, content, options) => {
      const url = urlOf(origin, { path });
      const headers = authorised(await getToken(), { 'content-type': 'application/octet-stream' });
      if (typeof XMLHttpRequest !== 'undefined') return uploadWithProgress(url, headers, content, options);
      const answer = await reached(url, {
        method: 'PUT',
        headers,
        body: content,
        signal: options.signal ?? null,
      });
      const text = await answer.text();
      if (answer.status >= 400) throw errorOf(answer.status, answer.statusText, text);
      return parsed(answer.status, text);
    },
  };
}

/** The lines of a response as they come, but blank ones; the last one may have no end. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (buffer + (value ?? '')).split('\n');
      buffer = lines.pop() ?? '';
      if (done && buffer !== '') lines.push(buffer);
      for (const line of lines) if (line !== '') yield line;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The `data:` lines of an event stream, one string an event. */
export async function* serverSentEvents(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (value !== undefined) buffer += value;
      let end = buffer.indexOf('\n\n');
      while (end >= 0) {
        const event = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        const data = event
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).replace(/^ /, ''));
        if (data.length > 0) yield data.join('\n');
        end = buffer.indexOf('\n\n');
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
