/** Last sign-in of each user of the workspace, and failures since then; forgotten when the process ends. */
export interface SignIns {
  succeeded(user: string): void;
  failed(user: string): void;
  of(user: string): { readonly lastSuccess: Date | null; readonly failures: number };
}

export function createSignIns(): SignIns {
  const known = new Map<string, { lastSuccess: Date | null; failures: number }>();
  const of = (user: string) => known.get(user) ?? { lastSuccess: null, failures: 0 };
  return {
    of,
    succeeded: (user) => void known.set(user, { lastSuccess: new Date(), failures: 0 }),
    failed: (user) => void known.set(user, { ...of(user), failures: of(user).failures + 1 }),
  };
}
