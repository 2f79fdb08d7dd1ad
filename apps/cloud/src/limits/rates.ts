/** Rate limits of people and networks: far above the use by pages and programs, far below harmful use. */
import { changesState, type Route } from '@acacia/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../errors/problem.ts';
import { networkOf } from '../network/addresses.ts';
import { createBuckets, type Buckets } from './buckets.ts';

/** Requests of one network, signed in or not. */
const OF_NETWORK = { burst: 2000, perSecond: 500 };
/** Sign-ins begun from one network, and from all: each is stored for a while. Codes of devices that are tried count too. */
const BEGUN = { burst: 100, perSecond: 5 };
const ALL_BEGUN = { burst: 1000, perSecond: 50 };
/** Calls of one person, counted in reads. */
const OF_PERSON = { burst: 1000, perSecond: 100 };
const COST = { read: 1, change: 2, heavy: 20 };

const BEGINS_SIGN_IN = /^\/(?:oidc\/auth|oidc\/device|session\/sign-in|callback)(?:[/?]|$)/;

function demand(buckets: Buckets, key: string, cost = 1): void {
  const seconds = buckets.take(key, cost);
  if (seconds === 0) return;
  throw problem('tooManyRequests', { wait: `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` }).after(
    seconds,
  );
}

/** Adds a hook that throws Problem Too-Many-Requests before any work is done for a request. */
export function limitNetworks(app: FastifyInstance): void {
  const networks = createBuckets(OF_NETWORK);
  const begun = createBuckets(BEGUN);
  const allBegun = createBuckets(ALL_BEGUN);
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const network = networkOf(request.ip);
    demand(networks, network);
    if (!BEGINS_SIGN_IN.test(request.url)) return;
    demand(begun, network);
    demand(allBegun, 'all');
  });
}

/** Counts a call. @throws Problem Too-Many-Requests when the person calls too often */
export type LimitPerson = (userId: string, route: Route) => void;

export function createLimitPerson(): LimitPerson {
  const people = createBuckets(OF_PERSON);
  return (userId, route) => {
    const change = changesState(route) ? COST.change : COST.read;
    demand(people, userId, route.heavy === true ? COST.heavy : change);
  };
}
