/** Requests that are being answered, by caller, so that those of a person who loses their role can be ended. */
import type { FastifyReply } from 'fastify';
import { whenGone } from './client-gone.ts';

export interface RequestsUnderWay {
  add(name: string, reply: FastifyReply): void;
  /** Closes the connections of those callers; the work for them ends with it. */
  end(which: (name: string) => boolean): void;
}

export function createRequestsUnderWay(): RequestsUnderWay {
  const names = new Map<FastifyReply, string>();
  return {
    add(name, reply) {
      names.set(reply, name);
      whenGone(reply, () => names.delete(reply));
    },
    end(which) {
      for (const [reply, name] of names) if (which(name)) reply.raw.destroy();
    },
  };
}
