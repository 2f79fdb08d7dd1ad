/** How often a person, and an address, may call: far above what pages and programs do, far below what harms. */
import type { Route } from '@acacia/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooMany } from '../http/problem.ts';
import type { Actor } from '../identity/actor.ts';
import { networkOf } from '../network/addresses.ts';
import { createBuckets, type Buckets } from './buckets.ts';

/** Requests of one network, signed in or not. */
const OF_NETWORK = { burst: 2000, perSecond: 500 };
/** Sign-ins that are begun, each of which is kept for a while: of one network, and of all. */
const BEGUN = { burst: 100, perSecond: 5 };
const ALL_BEGUN = { burst: 1000, perSecond: 50 };
/** What one person calls, in reads. */
const OF_PERSON = { burst: 1000, perSecond: 100 };
const COST = { read: 1, change: 2, heavy: 20 };

const BEGINS_SIGN_IN = /^\/(?:oidc\/auth|session\/sign-in|callback)(?:[/?]|$)/;

function demand(buckets: Buckets, key: string, cost = 1): void {
  const seconds = buckets.take(key, cost);
  if (seconds === 0) return;
  throw tooMany(
    `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    seconds,
  );
}

/** @throws Problem Too-Many-Requests, from the hook, before anything is done for a request */
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

/** @throws Problem Too-Many-Requests when somebody calls too often */
export type LimitPerson = (actor: Actor, route: Route) => void;

export function createLimitPerson(): LimitPerson {
  const people = createBuckets(OF_PERSON);
  return (actor, route) => {
    const change = route.method === 'GET' || route.reads === true ? COST.read : COST.change;
    demand(people, actor.userId, route.heavy === true ? COST.heavy : change);
  };
}
