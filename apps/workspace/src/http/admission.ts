/** Lets requests in by the table of calls, and remembers who made each. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Privilege } from '@acacia/contract';
import { READ_ONLY_MESSAGE } from '@acacia/engine';
import type { Authenticator, Caller } from '../auth/caller.ts';
import { changesSomething, hasPrivilege, missingPrivilege } from '../auth/privileges.ts';
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

/** Throws a 403 when the caller may not, or when nobody may because the workspace is read-only. */
function demand(caller: Caller, privilege: Privilege, readOnly: boolean): void {
  if (!hasPrivilege(caller.role, privilege)) {
    throw new Problem(403, 'REST-10016', missingPrivilege(caller.name, privilege));
  }
  if (readOnly && changesSomething(privilege)) throw new Problem(403, 'READ-ONLY', READ_ONLY_MESSAGE);
}

function demandSuperuser({ name, role, graph }: Caller): void {
  if (role !== 'superuser' || graph !== undefined) {
    throw new Problem(
      403,
      'REST-10016',
      `User '${name}' is not a superuser of this workspace, which this needs.`,
    );
  }
}

/** A token for one graph opens no other. */
function demandGraph(caller: Caller, request: FastifyRequest): void {
  if (caller.graph === undefined) return;
  const inPath = (request.params as { readonly graph?: string } | undefined)?.graph;
  const search = searchParams(request);
  const named = [inPath ?? null, search.get('graph'), search.get('graphName'), search.get('graph_name')];
  const other = named.filter((graph) => graph !== null).find((graph) => graph !== caller.graph);
  if (other !== undefined) {
    throw new Problem(403, 'REST-10016', `This token is for graph '${caller.graph}', not for '${other}'.`);
  }
}

export function admitByTable(app: FastifyInstance, auth: Authenticator, readOnly: boolean): void {
  app.addHook('onRequest', async (request) => {
    const { requirement } = request.routeOptions.config;
    if (requirement === undefined) return; // An unknown path: 404, whoever asks.
    if (requirement === 'gateway') {
      if (!auth.isGateway(request.headers))
        throw new Problem(403, '', 'Only the control plane may ask this.');
      return;
    }
    if (requirement === 'public') {
      // Whoever is wrong about themselves is nobody here; a call that needs somebody says so itself.
      const caller = await auth.identify(request.headers).catch((error: unknown) => {
        if (error instanceof Problem) return null;
        throw error;
      });
      if (caller !== null) callers.set(request, caller);
      return;
    }
    const caller = await auth.identify(request.headers).catch((error: unknown) => {
      if (error instanceof Problem) request.log.warn(`A sign-in was refused: ${error.message}`);
      throw error;
    });
    if (caller === null) throw new Problem(401, 'REST-10016', NOBODY);
    callers.set(request, caller);
    demandGraph(caller, request);
    if (requirement === 'superuser') demandSuperuser(caller);
    else if (requirement !== 'signedIn' && requirement !== 'statements')
      demand(caller, requirement, readOnly);
  });
}
