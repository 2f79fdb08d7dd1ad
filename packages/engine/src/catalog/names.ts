/** Checks names of types, attributes, graphs, jobs and queries. */
import { engineError } from '../errors/catalogue.ts';
import { nameFault, type Named } from '@acacia/language';

/** Refuses a name that GSQL could not read back. @throws EngineError when the name is such a one */
export function checkName(what: Named, name: string): void {
  const fault = nameFault(what, name);
  if (fault !== undefined) throw engineError('nameRefused', { reason: fault.message });
}
