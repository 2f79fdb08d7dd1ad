/** Which files of the machine a GSQL text reads. */
import { parseProgram, type Ast } from '@acacia/language';

function pathsOf(statement: Ast.Statement): string[] {
  switch (statement.kind) {
    case 'createLoadingJob':
      return [
        ...statement.files.map((file) => file.path ?? ''),
        ...statement.loads.filter((load) => load.source.kind === 'path').map((load) => load.source.text),
      ];
    case 'runLoadingJob':
      return statement.files.map((file) => file.path ?? '');
    default:
      return [];
  }
}

/** Paths that its loading jobs name, as written. */
export const filePaths = (text: string): string[] =>
  parseProgram(text)
    .program.statements.flatMap(pathsOf)
    .filter((path) => path !== '');
