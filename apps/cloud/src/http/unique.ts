/** Turns violations of unique constraints on names into errors of the cloud API. */
import { brokenConstraint } from '../database/database.ts';
import { badField } from '../errors/problem.ts';

/**
 * Runs `write`, which stores a name.
 * @param constraint the unique constraint on the names
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
    if (brokenConstraint(error) === constraint) throw badField(field, 'nameTaken', { name });
    throw error;
  }
}
