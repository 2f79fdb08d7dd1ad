/** Name rules of the contract as the forms ask for them. */
import { Name, nameTaken } from '@acacia/contract';

/** What is wrong with a name among the others; null when nothing is. */
export function nameProblem(name: string, others: Iterable<string>): string | null {
  const parsed = Name.safeParse(name);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'invalid name';
  for (const other of others) if (other === name) return nameTaken(name);
  return null;
}
