/** A `catch` handler for a pause that may be aborted on purpose: rethrows all other errors. */
export function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
