/** Which files of the machine a GSQL text reads. */
import { localPaths } from '@acacia/engine';
import { parseProgram, type Ast } from '@acacia/language';

function pathsOf(statement: Ast.Statement): string[] {
  switch (statement.kind) {
    case 'createLoadingJob':
      return [
        ...statement.files.map((file) => file.path ?? ''),
        ...[...statement.loads, ...statement.deletes]
          .filter(({ source }) => source.kind === 'path')
          .map(({ source }) => source.text),
      ].flatMap(localPaths);
    case 'runLoadingJob':
      return statement.files.flatMap((file) => localPaths(file.path ?? ''));
    case 'set':
      return statement.name.toLowerCase() === 'sys.data_root' || isConfiguration(statement.value)
        ? [statement.value]
        : [];
    case 'dataSource':
      return statement.action === 'create' && isConfiguration(statement.config ?? '')
        ? [statement.config ?? '']
        : [];
    default:
      return [];
  }
}

/** What `CREATE DATA_SOURCE s = …` or `SET s = …` may read: a path of a file, and no settings. */
const isConfiguration = (text: string): boolean => /[./]/.test(text) && !text.trim().startsWith('{');

/** Paths that its loading jobs and data sources name, as written. */
export const filePaths = (text: string): string[] =>
  parseProgram(text)
    .program.statements.flatMap(pathsOf)
    .filter((path) => path !== '');
