/** Values of a tab that were entered and are not saved; the others follow what is saved. Pure. */

export type EnteredAction<Values> =
  | { readonly kind: 'enter'; readonly change: Partial<Values> }
  /** These values are saved. What was entered since then stays. */
  | { readonly kind: 'saved'; readonly sent: Partial<Values> };

export function entered<Values extends object>(
  before: Partial<Values>,
  action: EnteredAction<Values>,
): Partial<Values> {
  if (action.kind === 'enter') return { ...before, ...action.change };
  const left = { ...before };
  for (const field of Object.keys(action.sent) as (keyof Values)[]) {
    if (left[field] === action.sent[field]) delete left[field];
  }
  return left;
}
