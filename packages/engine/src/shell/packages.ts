/** IMPORT PACKAGE and INSTALL FUNCTION: the functions of the package gds are built in, so there is nothing to do. */
import type { Ast } from '@acacia/language';
import { EngineError } from '../errors.ts';
import type { ShellContext } from './shell.ts';

type PackageStatement = Extract<Ast.Statement, { kind: 'package' }>;

export const packageStatement = (context: ShellContext, { action, names }: PackageStatement): void => {
  for (const name of names) {
    const known = name === 'gds' || name.startsWith('gds.') || (action === 'install' && /^all$/i.test(name));
    if (known) continue;
    const what = action === 'import' ? 'package' : 'function';
    throw new EngineError(
      'GSQL-SEMANTIC',
      `Semantic Check Fails: The ${what} ${name} does not exist! There is the package gds.`,
    );
  }
  const list = names.join(', ');
  context.print(
    action === 'import'
      ? `Successfully imported packages: [${list}].`
      : `Successfully installed functions: [${list}].`,
  );
};
