/** Lets requests in by the table of calls, and remembers who made each. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Privilege } from '@acacia/contract';
import { READ_ONLY_MESSAGE } from '@acacia/engine';
import type { Authenticator, Caller } from '../auth/caller.ts';
import { changesSomething, missingPrivilege } from '../auth/privileges.ts';
import type { Place } from '../auth/rights.ts';
import { Problem } from './problem.ts';
import { searchParams } from './request-body.ts';

const callers = new WeakMap<FastifyRequest, Caller>();

const NOBODY = "Access Denied because the input token = '' is empty or too short.";

/** Who made the request. Throws a 401 when it names nobody. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Problem(401, 'REST-10016', NOBODY);
  return caller;
}

/** Who made the request, where that is known. */
export const callerKnownOf = (request: FastifyRequest): Caller | undefined => callers.get(request);

/** Throws a 403 when the caller may not, or when nobody may because the workspace is read-only. */
function demand(caller: Caller, privilege: Privilege, place: Place, readOnly: boolean): void {
  if (!caller.may(privilege, place)) {
    throw new Problem(403, 'REST-10016', missingPrivilege(caller.name, privilege));
  }
  if (readOnly && changesSomething(privilege)) throw new Problem(403, 'READ-ONLY', READ_ONLY_MESSAGE);
}

function demandSuperuser(caller: Caller): void {
  if (!caller.isSuperuser()) {
    throw new Problem(
      403,
      'REST-10016',
      `User '${caller.name}' is not a superuser of this workspace, which this needs.`,
    );
  }
}

const GRAPH_PARAMETERS = ['graph', 'graphName', 'graph_name', 'graphNames'];

/** The graph that a request names, in its path or its parameters; null for none: it is about everything. */
export function graphOfRequest(request: FastifyRequest): string | null {
  const inPath = (request.params as { readonly graph?: string } | undefined)?.graph;
  const search = searchParams(request);
  const named = [inPath ?? '', ...GRAPH_PARAMETERS.map((name) => search.get(name) ?? '')]
    .filter((graph) => graph !== '')
    .map((graph) => (graph === 'global' ? null : graph));
  const [graph = null, ...others] = new Set(named);
  // Which of them is read later is a matter of the call: what is judged must be what is done.
  if (others.length > 0) throw new Problem(400, 'REST-30001', 'The request names several graphs.');
  return graph;
}

/** Where a privilege is needed: the graph that the request names, and the query where its path has one. */
function placeOf(request: FastifyRequest): Place {
  const { query } = request.params as { readonly query?: string };
  return { graph: graphOfRequest(request), query };
}

/** A token for one graph opens no other. */
function demandGraph(caller: Caller, request: FastifyRequest): void {
  const graph = graphOfRequest(request);
  if (caller.graph !== undefined && graph !== null && graph !== caller.graph) {
    throw new Problem(403, 'REST-10016', `This token is for graph '${caller.graph}', not for '${graph}'.`);
  }
}

export function admitByTable(app: FastifyInstance, auth: Authenticator, readOnly: boolean): void {
  app.addHook('onRequest', async (request) => {
    const { requirement } = request.routeOptions.config;
    if (requirement === undefined) return; // An unknown path: 404, whoever asks.
    if (requirement === 'controlPlane') {
      if (!auth.isControlPlane(request.headers))
        throw new Problem(403, '', 'Only the control plane may ask this.');
      return;
    }
    if (requirement === 'public') {
      // Whoever is wrong about themselves is nobody here; a call that needs somebody says so itself.
      const caller = await auth
        .identify(request.headers, auth.addressOf(request.raw))
        .catch((error: unknown) => {
          if (error instanceof Problem) return null;
          throw error;
        });
      if (caller !== null) callers.set(request, caller);
      return;
    }
    const caller = await auth
      .identify(request.headers, auth.addressOf(request.raw))
      .catch((error: unknown) => {
        if (error instanceof Problem) request.log.warn(`A sign-in was refused: ${error.message}`);
        throw error;
      });
    if (caller === null) throw new Problem(401, 'REST-10016', NOBODY);
    callers.set(request, caller);
    demandGraph(caller, request);
    if (requirement === 'superuser') demandSuperuser(caller);
    else if (requirement !== 'signedIn' && requirement !== 'statements')
      demand(caller, requirement, placeOf(request), readOnly);
  });
}
