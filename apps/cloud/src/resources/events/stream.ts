/** The stream of events to one client: what is told is gathered for a moment, and judged when it is sent. */
import { Readable } from 'node:stream';
import type { Actor } from '../../identity/person.ts';
import { eventFor, type Told } from './told.ts';

/** Milliseconds in which several events are sent together. */
const TOGETHER_MS = 150;
/** Milliseconds between signs of life, at each of which the token is judged again. */
export const HEARTBEAT_MS = 15_000;
/** Events that wait to be sent, at most; with more the client is told to connect and read everything again. */
const MOST_WAITING = 500;

export interface EventStream {
  readonly readable: Readable;
  /** Adds what is told, for those who may see it when it is sent. */
  tell(told: Told): void;
  /** Judges the token now, since its session may have ended. */
  judge(): void;
  end(): void;
}

/**
 * @param look gives the person of the token at the moment, and throws when it is no longer good
 * @param ofStream the organisation and account of the stream, which ends when the token is for others
 */
export function createEventStream(
  look: () => Promise<Actor>,
  ofStream: Pick<Actor, 'orgId' | 'userId'>,
): EventStream {
  /** By their text, so that the same is told once. */
  let waiting = new Map<string, Told>();
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  let isOpen = true;
  /** False while the client reads more slowly than it is told. */
  let flows = true;
  /** Signs of life that the client has not taken. */
  let missed = 0;

  const readable = new Readable({
    read() {
      flows = true;
      missed = 0;
      if (waiting.size > 0) schedule(TOGETHER_MS);
    },
  });
  const write = (text: string): void => {
    if (isOpen) flows = readable.push(text);
  };
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(heartbeat);
    clearTimeout(timer);
    waiting.clear();
    if (flows) readable.push(null);
    else readable.destroy();
  };
  const schedule = (delay: number): void => {
    if (isOpen) timer ??= setTimeout(() => void flush(), delay);
  };
  const send = async (): Promise<void> => {
    const told = waiting;
    waiting = new Map();
    const actor = await look();
    if (actor.orgId !== ofStream.orgId || actor.userId !== ofStream.userId) {
      end();
      return;
    }
    const events = new Set([...told.values()].flatMap((each) => JSON.stringify(eventFor(each, actor)) ?? []));
    if (events.size > 0) write([...events].map((event) => `event: change\ndata: ${event}\n\n`).join(''));
  };
  const flush = async (): Promise<void> => {
    timer = undefined;
    if (busy || !flows) return;
    busy = true;
    try {
      await send();
    } catch {
      // The token is good no longer, or nobody can say: the client connects again, and is told why it cannot.
      end();
    } finally {
      busy = false;
    }
    if (waiting.size > 0) schedule(TOGETHER_MS);
  };
  const beat = (): void => {
    missed += 1;
    if (missed > 2) readable.destroy();
    if (flows) {
      write(': still here\n\n');
      schedule(0);
    }
  };
  const heartbeat = setInterval(beat, HEARTBEAT_MS);
  readable.once('close', end);
  write(': connected\n\n');
  return {
    readable,
    tell(told) {
      waiting.set(JSON.stringify(told), told);
      if (waiting.size > MOST_WAITING) end();
      else schedule(TOGETHER_MS);
    },
    judge: () => schedule(0),
    end,
  };
}
