/** The cloud's events, read by `fetch` so that the token stands in a header. */
import { CloudEvent, ErrorEnvelope, EVENTS_PATH } from '@acacia/contract';
import { createParser } from 'eventsource-parser';
import { CloudError } from './cloud-error.ts';
import { notReached } from './not-reached.ts';

/** Milliseconds without a sign of life, of which the cloud gives one each 15 seconds, after which it is taken for away. */
const SILENCE_MS = 45_000;

/** Told of one stream: `connected` before its first event. */
export interface EventListener {
  readonly connected: () => void;
  readonly event: (event: CloudEvent) => void;
}

/**
 * Reads one stream; resolves when the cloud ends it or the signal aborts.
 * @throws CloudError when the cloud refuses it, or is not reached
 */
export type ReadEvents = (listener: EventListener, signal: AbortSignal) => Promise<void>;

/** @param getToken gives the access token; with one that was refused, another one */
export function createEvents(
  baseUrl: string,
  getToken: (refused: string | undefined) => Promise<string | null>,
): ReadEvents {
  const request = async (token: string | null, signal: AbortSignal): Promise<Response> => {
    try {
      return await fetch(`${baseUrl}${EVENTS_PATH}`, {
        headers: {
          accept: 'text/event-stream',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        cache: 'no-store',
        signal,
      });
    } catch (error) {
      if (signal.aborted) throw error;
      throw away();
    }
  };
  return async (listener, signal) => {
    const token = await getToken(undefined);
    let response = await request(token, signal);
    if (response.status === 401 && token !== null) {
      const other = await getToken(token);
      if (other !== null && other !== token) response = await request(other, signal);
    }
    if (!response.ok || response.body === null) throw await refusal(response);
    await readStream(response.body, listener, signal);
  };
}

const away = () => new CloudError(0, notReached('the server', 'Check that Acacia is running.'));

async function refusal(response: Response): Promise<CloudError> {
  const { status } = response;
  try {
    const { Message, ErrorDetails, RequestID } = ErrorEnvelope.parse(await response.json());
    return new CloudError(status, Message, ErrorDetails, RequestID);
  } catch {
    // A proxy has answered in its own words.
    return new CloudError(status, `The server answered ${status}.`);
  }
}

async function readStream(
  body: ReadableStream<Uint8Array>,
  { connected, event }: EventListener,
  signal: AbortSignal,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ event: name, data }) => {
      if (name === 'change') event(CloudEvent.parse(JSON.parse(data)));
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  let silence: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', cancel, { once: true });
  connected();
  try {
    for (;;) {
      silence = setTimeout(cancel, SILENCE_MS);
      const { done, value } = await reader.read();
      clearTimeout(silence);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    // The network cut it: the caller connects again, and hears then whether the cloud is away.
    if (error instanceof TypeError || signal.aborted) return;
    throw error;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
