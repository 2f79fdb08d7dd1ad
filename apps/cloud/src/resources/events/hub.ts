/**
 * The streams of events that are open here. PostgreSQL tells every control plane of a change when its transaction commits
 * (docs/adr/0096-events-of-the-cloud.md).
 */
import type { Database } from '../../database/database.ts';
import { createChannel } from '../../database/channel.ts';
import { problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { createEventStream, type EventStream } from './stream.ts';
import { CHANNEL, toldBy, type Told } from './told.ts';

/** Streams at a time: of all people, and of one, who may have several tabs. */
const MOST = 1_000;
const MOST_EACH = 12;

interface Open {
  readonly stream: EventStream;
  readonly of: Actor;
}

export interface EventHub {
  /**
   * Opens the stream of a person, once changes are heard of.
   * @param look gives the person of the token at the moment, and throws when it is no longer good
   * @throws Problem Too-Many-Requests when too many are open
   */
  open(of: Actor, look: () => Promise<Actor>): Promise<EventStream>;
  /** Number of the streams that are open. */
  size(): number;
  /** Ends all streams, and lets the connection go. */
  end(): void;
}

/** @param before called with each change, before anybody is told of it */
export function createEventHub({ pool }: Pick<Database, 'pool'>, before: () => void): EventHub {
  const streams = new Set<Open>();
  let ended = false;

  const isFor = (told: Told, { of }: Open): boolean =>
    told.kind === 'session' ? told.sid === of.sid : told.org === of.orgId;
  const hear = (payload: string): void => {
    before();
    const told = toldBy(payload);
    if (told === undefined) return;
    for (const each of streams) {
      if (!isFor(told, each)) continue;
      if (told.kind === 'session') each.stream.judge();
      else each.stream.tell(told);
    }
  };
  const endAll = (): void => {
    for (const { stream } of streams) stream.end();
  };
  // Events may have been missed: whoever connects again reads everything again.
  const channel = createChannel(pool, CHANNEL, { heard: hear, lost: endAll });
  const countOf = (userId: string): number =>
    [...streams].reduce((count, { of }) => count + (of.userId === userId ? 1 : 0), 0);

  return {
    size: () => streams.size,
    async open(of, look) {
      if (ended || streams.size >= MOST || countOf(of.userId) >= MOST_EACH) {
        throw problem('tooManyRequests', { wait: '20 seconds' }).after(20);
      }
      const stream = createEventStream(look, of);
      const open = { stream, of };
      streams.add(open);
      stream.readable.once('close', () => {
        streams.delete(open);
        if (streams.size === 0) channel.close();
      });
      try {
        await channel.open();
      } catch (error) {
        stream.readable.destroy();
        throw error;
      }
      return stream;
    },
    end() {
      ended = true;
      endAll();
    },
  };
}
