/** JavaScript can throw any value: these functions turn it into an error or its message. */

/** The message of an error; any other thrown value as text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** An error unchanged; any other thrown value as an error with its text. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
