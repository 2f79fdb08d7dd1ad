/** Which names types, attributes, graphs, jobs and queries may have. */
import { isReservedForAttributes, isReservedWord } from '@acacia/language';
import { EngineError } from '../errors.ts';

/** Names of a graph and of a job of it make the name of a file. */
const LONGEST_NAME = 100;

/**
 * Refuses a name that GSQL could not read back. `what` is for the message: `vertex type`, `attribute`.
 */
export const checkName = (what: string, name: string): void => {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    throw new EngineError(
      'GSQL-NAME',
      `Semantic Check Fails: '${name}' cannot be the name of a ${what}: letters, digits and underscores are allowed, a digit not first.`,
    );
  }
  if (name.length > LONGEST_NAME) {
    throw new EngineError(
      'GSQL-NAME',
      `Semantic Check Fails: '${name.slice(0, LONGEST_NAME)}…' cannot be the name of a ${what}: it has more than ${LONGEST_NAME} characters.`,
    );
  }
  if (name.toLowerCase().startsWith('gsql_sys_')) {
    throw new EngineError(
      'GSQL-NAME',
      `Semantic Check Fails: the name '${name}' begins with the reserved prefix gsql_sys_.`,
    );
  }
  if (what === 'attribute' ? isReservedForAttributes(name) : isReservedWord(name)) {
    throw new EngineError(
      'GSQL-NAME',
      `Semantic Check Fails: '${name}' is a reserved word and cannot be the name of a ${what}.`,
    );
  }
};
