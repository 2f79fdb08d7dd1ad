/** Names that are taken already, told by the database's own constraint. */
import { nameTaken } from '@acacia/contract';
import { brokenConstraint } from '../database/database.ts';
import { badField } from './problem.ts';

/**
 * @param constraint the constraint that keeps names apart
 * @param field the field of the body that holds the name
 * @throws Problem with the specification's message when the name is taken
 */
export async function withUniqueName<T>(
  { constraint, field, name }: { readonly constraint: string; readonly field: string; readonly name: string },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) === constraint) throw badField(field, nameTaken(name), 'Conflict');
    throw error;
  }
}
