/** Checks names of types, attributes, graphs, jobs and queries. */
import { nameFault, type Named } from '@acacia/language';
import { EngineError } from '../errors.ts';

/** Refuses a name that GSQL could not read back. */
export const checkName = (what: Named, name: string): void => {
  const fault = nameFault(what, name);
  if (fault !== undefined) throw new EngineError('GSQL-NAME', `Semantic Check Fails: ${fault.message}`);
};
