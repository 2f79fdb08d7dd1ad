/** Registers the handlers of the calls of the contract's table, with what each demands of its caller. */
import { workspaceApi, type CallName, type Requirement, type WorkspaceCall } from '@acacia/contract';
import type { FastifyInstance, HTTPMethods, RouteHandlerMethod } from 'fastify';
import { problem } from '../errors/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requirement for the caller; routes have it through `registrar`. */
    requirement?: Requirement;
  }
}

export type Register = (name: CallName, handler: RouteHandlerMethod) => void;

/** Registers handlers under the names of the table, with the table's requirements. */
export function registrar(app: FastifyInstance): Register {
  return (name, handler) => {
    const [method, url] = name.split(' ') as [HTTPMethods, string];
    app.route({ method, url, handler, config: { requirement: workspaceApi[name].needs } });
  };
}

/**
 * Registers the calls that make no sense here: whoever may make one gets the table's sentence.
 * @throws Error when a call of the table has no handler
 */
export function registerRefused(app: FastifyInstance): void {
  for (const [name, { refused }] of Object.entries<WorkspaceCall>(workspaceApi)) {
    const [method, url] = name.split(' ') as [HTTPMethods, string];
    if (refused !== undefined) {
      registrar(app)(name as CallName, () => {
        throw problem(url.startsWith('/restpp/') ? 'restppCallRefused' : 'callRefused', { refused });
      });
    } else if (!app.hasRoute({ method, url })) {
      throw new Error(`The call ${name} of the table has no handler.`);
    }
  }
}
