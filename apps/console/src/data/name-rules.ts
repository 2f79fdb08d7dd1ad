/** The contract's rules for names, in the form that fields need. */
import { said, t } from '@acacia/texts';
import { Name, nameTaken } from '@acacia/contract';

/** The problem with a name among the others; null when it is valid. */
export function nameProblem(name: string, others: Iterable<string>): string | null {
  const parsed = Name.safeParse(name);
  if (!parsed.success) return said(parsed.error.issues[0]?.message) ?? t`invalid name`;
  for (const other of others) if (other === name) return said(nameTaken(name));
  return null;
}
