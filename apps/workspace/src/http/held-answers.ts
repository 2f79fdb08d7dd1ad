/**
 * Memory of answers that wait for slow clients: one budget for all, of which no person gets more than half. (Output of
 * queries is in the engine's budget; it is sent without being copied.)
 */
import { engineError } from '@acacia/engine';
import type { FastifyInstance } from 'fastify';
import { callerKnownOf } from './admission.ts';

/** Bytes of an answer that there is always room for. */
const LITTLE = 64 * 1024;

/** One answer while it grows. */
export interface HeldAnswer {
  /** @throws EngineError when there is no room for so many bytes more */
  add(bytes: number): void;
  /** Called when the client has the answer or has gone; later `add` calls count for nothing. */
  release(): void;
}

export class HeldAnswers {
  readonly #limitBytes: number;
  readonly #ofPersons = new Map<string, number>();
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  open(person: string): HeldAnswer {
    let held = 0;
    let isOpen = true;
    return {
      add: (bytes) => {
        if (!isOpen) return;
        const theirs = (this.#ofPersons.get(person) ?? 0) + bytes;
        const isFull = theirs > this.#limitBytes / 2 || this.#bytes + bytes > this.#limitBytes;
        if (held + bytes > LITTLE && isFull) throw engineError('answersWaiting');
        held += bytes;
        this.#take(person, bytes);
      },
      release: () => {
        isOpen = false;
        this.#take(person, -held);
        held = 0;
      },
    };
  }

  #take(person: string, bytes: number): void {
    this.#bytes += bytes;
    const theirs = (this.#ofPersons.get(person) ?? 0) + bytes;
    if (theirs === 0) this.#ofPersons.delete(person);
    else this.#ofPersons.set(person, theirs);
  }
}

/** Limits of answers that nobody reads. */
export interface AnswerLimits {
  /** Bytes of all that wait together. */
  readonly bytes: number;
  /** Milliseconds for which a client may take none of the bytes that are ready for it. */
  readonly idleMs: number;
}

/** A minute without a byte taken: a client that reads, however slowly, is waited for. */
export const UNTAKEN_MS = 60_000;

/**
 * Closes the connection of a client that has taken nothing of an answer for so long; the work for it ends too. A
 * connection may be silent for any time while the answer is still being computed, or when its client has taken all that
 * there is so far.
 */
export function endUntaken(app: FastifyInstance, idleMs: number): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    const { socket } = raw;
    // Node restarts the timeout whenever the system has taken some of the written bytes.
    raw.setTimeout(idleMs, () => {
      if ((socket?.writableLength ?? 0) > 0) socket?.destroy();
      else socket?.setTimeout(idleMs);
    });
    done();
  });
}

/** Counts whole answers until they are sent. The hook runs before compression, which works piece by piece. */
export function holdAnswers(app: FastifyInstance, held: HeldAnswers): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    if (bytes > LITTLE && !reply.raw.destroyed) {
      const answer = held.open(callerKnownOf(request)?.name ?? '');
      answer.add(bytes);
      reply.raw.once('close', () => answer.release());
    }
    done(null, payload);
  });
}
