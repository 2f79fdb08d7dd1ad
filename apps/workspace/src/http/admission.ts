/** Admits requests by the table of calls, and remembers the caller of each. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Privilege } from '@acacia/contract';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Caller } from '../auth/caller.ts';
import { changesSomething } from '../auth/privileges.ts';
import type { Place } from '../auth/rights.ts';
import { problem, Problem } from '../errors/problem.ts';
import { searchParams } from './request-body.ts';
import type { RequestsUnderWay } from './under-way.ts';

const callers = new WeakMap<FastifyRequest, Caller>();

/** The caller of the request. @throws Problem 401 when it names nobody */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw problem('nobody');
  return caller;
}

/** The caller of the request, where it is known. */
export const callerKnownOf = (request: FastifyRequest): Caller | undefined => callers.get(request);

/** @throws Problem 403 when the caller lacks the privilege, or the workspace is read-only */
function demand(caller: Caller, privilege: Privilege, place: Place, readOnly: boolean): void {
  if (!caller.may(privilege, place)) {
    throw problem('privilegeMissing', { name: caller.name, privilege });
  }
  if (readOnly && changesSomething(privilege)) throw problem('readOnly');
}

function demandSuperuser(caller: Caller): void {
  if (!caller.isSuperuser()) {
    throw problem('notSuperuser', caller);
  }
}

const GRAPH_PARAMETERS = ['graph', 'graphName', 'graph_name', 'graphNames'];

/**
 * The graph that a request names, in its path or its parameters; null for none: the call is about everything.
 * @throws Problem when it names several
 */
export function graphOfRequest(request: FastifyRequest): string | null {
  const inPath = (request.params as { readonly graph?: string } | undefined)?.graph;
  const inParameters = request.url.includes('?')
    ? GRAPH_PARAMETERS.map((name) => searchParams(request).get(name) ?? '')
    : [];
  const named = [inPath ?? '', ...inParameters]
    .filter((graph) => graph !== '')
    .map((graph) => (graph === 'global' ? null : graph));
  const [graph = null, ...others] = new Set(named);
  // Each call decides which of them it reads: the graph that is judged must be the graph that is used.
  if (others.length > 0) throw problem('severalGraphs');
  return graph;
}

/** The place of a required privilege: the graph that the request names, and the query where its path has one. */
function placeOf(request: FastifyRequest): Place {
  const { query } = request.params as { readonly query?: string };
  return { graph: graphOfRequest(request), query };
}

/** A token for one graph opens no other. */
function demandGraph(caller: Caller, { graph }: Place): void {
  if (caller.graph !== undefined && graph !== null && graph !== caller.graph) {
    throw problem('tokenOfOtherGraph', { own: caller.graph, graph });
  }
}

interface Admission {
  readonly auth: Authenticator;
  readonly underWay: RequestsUnderWay;
  readonly readOnly: boolean;
}

export function admitByTable(app: FastifyInstance, { auth, underWay, readOnly }: Admission): void {
  app.addHook('onRequest', async (request, reply) => {
    const { requirement } = request.routeOptions.config;
    if (requirement === undefined) return; // An unknown path: 404, whoever asks.
    if (requirement === 'controlPlane') {
      if (!auth.isControlPlane(request.headers)) throw problem('controlPlaneOnly');
      return;
    }
    if (requirement === 'public') {
      // Wrong credentials count as none here; a call that needs a caller answers with their error itself.
      const caller = await auth
        .identify(request.headers, auth.addressOf(request.raw))
        .catch((error: unknown) => {
          if (error instanceof Problem) return null;
          throw error;
        });
      if (caller !== null) {
        callers.set(request, caller);
        underWay.add(caller.name, reply);
      }
      return;
    }
    const caller = await auth
      .identify(request.headers, auth.addressOf(request.raw))
      .catch((error: unknown) => {
        if (error instanceof Problem) request.log.warn(`A sign-in was refused: ${error.message}`);
        throw error;
      });
    if (caller === null) throw problem('nobody');
    callers.set(request, caller);
    underWay.add(caller.name, reply);
    const place = placeOf(request);
    demandGraph(caller, place);
    if (requirement === 'superuser') demandSuperuser(caller);
    else if (requirement !== 'signedIn' && requirement !== 'statements')
      demand(caller, requirement, place, readOnly);
  });
}
