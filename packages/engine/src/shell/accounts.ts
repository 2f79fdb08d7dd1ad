/** Statements about users, roles and secrets, which are passed to the shell's host. */
import type { Ast } from '@acacia/language';
import { engineError } from '../errors/catalogue.ts';
import type { ShellContext } from './shell.ts';

/** @throws EngineError when the shell has no users */
export async function accountStatement(
  context: ShellContext,
  statement: Ast.AccountStatement,
): Promise<void> {
  const { host } = context.options;
  if (host === undefined) {
    throw engineError('usersUnknownToShell');
  }
  context.print(await host.account(statement, context.session.graph));
}
