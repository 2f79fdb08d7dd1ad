/** Statements about users, roles and secrets, which are passed to the shell's host. */
import type { Ast } from '@acacia/language';
import { EngineError } from '../errors.ts';
import type { ShellContext } from './shell.ts';

export const accountStatement = async (
  context: ShellContext,
  statement: Ast.AccountStatement,
): Promise<void> => {
  const { host } = context.options;
  if (host === undefined) {
    throw new EngineError('GSQL-SEMANTIC', 'This shell knows no users: a workspace server does.');
  }
  context.print(await host.account(statement, context.session.graph));
};
