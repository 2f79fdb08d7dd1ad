/** The server's part of a GSQL shell: users, roles and secrets, and queries that run in the background. */
import { stringifyJson } from '@acacia/base';
import { EngineError, type RunResult, type ShellHost } from '@acacia/engine';
import type { Caller } from '../auth/caller.ts';
import { giveMaker, settleRights } from '../auth/roles.ts';
import { rolesAt } from '../auth/rights.ts';
import { isKnown } from '../auth/standing.ts';
import { answerLeft } from '../background-runs.ts';
import { Problem } from '../errors/problem.ts';
import type { Services } from '../services.ts';
import { accountStatement } from './account-statements.ts';
import { personOf } from './person.ts';
import { demandStatements } from './statement-privileges.ts';

export function shellHost(services: Services, caller: Caller): ShellHost {
  const { credentials, engine, runs } = services;
  return {
    account: async (statement, graph) => {
      try {
        return await accountStatement(services, caller, statement, graph);
      } catch (cause) {
        throw inShell(cause);
      }
    },
    mayStoreFunctions: () => caller.isSuperuser(),
    judge: async (text) => {
      try {
        await demandStatements(caller, engine, text, null);
      } catch (cause) {
        throw inShell(cause);
      }
    },
    isUser: (name) => isKnown(credentials, name) || name === caller.name,
    made: async ({ graph, query, admin }) => {
      if (admin !== undefined) await giveMaker(credentials, admin, graph, 'admin', []);
      if (caller.isSuperuser()) return;
      if (query === undefined)
        await giveMaker(credentials, caller.name, graph, 'admin', [{ privilege: 'DROP_GRAPH', graph }]);
      else await giveMaker(credentials, caller.name, graph, null, [{ privilege: 'OWNERSHIP', graph, query }]);
    },
    dropped: () => settleDropped(services),
    submit: (graph, query, parameters) => {
      const about = { kind: 'query', owner: caller.name, graph, url: `/query/${graph}/${query}` } as const;
      const work = (signal: AbortSignal, requestId: string): Promise<RunResult> =>
        engine.runQuery(graph, query, parameters, {
          signal,
          requestId,
          url: about.url,
          person: personOf(caller),
          roles: rolesAt(caller.rights(), graph),
        });
      try {
        return runs.start(about, stringifyJson(parameters).length, work, answerLeft).id;
      } catch (cause) {
        throw inShell(cause);
      }
    },
  };
}

/** A refusal of the server as the shell prints it. */
export const inShell = (cause: unknown): unknown =>
  cause instanceof Problem ? new EngineError('GSQL-SEMANTIC', cause.message).causedBy(cause) : cause;

/** Removes rights on graphs and queries that no longer exist. */
export const settleDropped = ({ credentials, engine }: Services): Promise<void> =>
  settleRights(credentials, engine.graphs(), (graph, query) =>
    engine.queries(graph).some(({ name }) => name === query),
  );
