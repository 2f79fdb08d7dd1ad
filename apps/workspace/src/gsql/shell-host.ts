/** What a GSQL shell leaves to the server: users and secrets, and queries that run apart from it. */
import { EngineError, READ_ONLY_MESSAGE, type ShellHost } from '@acacia/engine';
import type { Ast } from '@acacia/language';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import { SUPERUSER, type Credentials } from '../auth/credentials.ts';
import { hashPassword } from '../auth/password.ts';
import { hasPrivilege, missingPrivilege, ROLE_PRIVILEGES } from '../auth/privileges.ts';
import { createSecret, dropSecrets, secretsOf } from '../auth/secrets.ts';
import { callerOf } from '../http/admission.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';

export function shellHost(
  { credentials, engine, runs, readOnly }: Services,
  request: FastifyRequest,
): ShellHost {
  const caller = callerOf(request);
  return {
    account: async (statement) => {
      try {
        return await carryOut(credentials, caller, readOnly, statement);
      } catch (cause) {
        if (cause instanceof Problem) throw new EngineError('GSQL-SEMANTIC', cause.message, { cause });
        throw cause;
      }
    },
    submit: (graph, query, parameters) => {
      const about = { kind: 'query', owner: caller.name, graph, url: `/query/${graph}/${query}` } as const;
      const run = runs.start(about, (signal, requestId) =>
        engine.runQuery(graph, query, parameters, {
          signal,
          requestId,
          url: about.url,
          roles: [caller.role],
        }),
      );
      return run.id;
    },
  };
}

/** Gives what the shell prints. Clients look for some of the words (pyTigerGraph). */
async function carryOut(
  credentials: Credentials,
  caller: Caller,
  readOnly: boolean,
  statement: Ast.AccountStatement,
): Promise<string> {
  switch (statement.action) {
    case 'createSecret': {
      const { value } = await createSecret(credentials, caller, { alias: statement.alias });
      return `The secret: ${value} has been created for user "${caller.name}".`;
    }
    case 'dropSecrets':
      await dropSecrets(credentials, caller.name, statement.names);
      return `The secret(s) ${statement.names.join(', ')} are dropped.`;
    case 'showSecrets':
      return secretsOf(credentials, caller.name)
        .map(({ alias, value }) => `  - Secret: ${value}\n  - Alias: ${alias}`)
        .join('\n');
    case 'showUsers':
      return usersText(credentials, caller);
    case 'showRoles':
      return `  - Builtin Roles:\n${Object.keys(ROLE_PRIVILEGES)
        .map((role) => `    - ${role}`)
        .join('\n')}`;
    case 'alterPassword': {
      const { user = caller.name, password } = statement;
      if (readOnly) throw new Problem(403, '', READ_ONLY_MESSAGE);
      if (!hasPrivilege(caller.role, 'WRITE_USER'))
        throw new Problem(403, '', missingPrivilege(caller.name, 'WRITE_USER'));
      if (user !== SUPERUSER)
        throw new Problem(
          404,
          '',
          `The password of '${user}' is not kept here: they sign in to the organisation.`,
        );
      const hash = await hashPassword(password);
      await credentials.update((before) => ({ ...before, password: hash }));
      return `The password of the user "${user}" is changed.`;
    }
    case 'other':
      throw new Problem(
        400,
        '',
        `${statement.words} cannot be done here: users, roles and tokens are managed in the organisation, not in a workspace.`,
      );
  }
}

/** The superuser, everyone who has made a secret, and whoever asks. */
function usersText(credentials: Credentials, caller: Caller): string {
  const roles = new Map([
    [SUPERUSER, 'superuser'],
    ...Object.entries(credentials.current.roles),
    [caller.name, caller.role],
  ]);
  return [...roles]
    .map(([name, role]) => {
      const mark = name === caller.name ? ' (Current User)' : '';
      return `  - Name: ${name}${mark}\n    - Global Roles: ${role}`;
    })
    .join('\n');
}
