/** Where a command runs: its environment, streams and folder. Tests give their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that paths of files start from. */
  readonly folder: string;
  /** Width of the screen; undefined where the output is no screen. */
  readonly columns: number | undefined;
  /** Whether a person can answer questions. */
  readonly isInteractive: boolean;
  out(text: string): void;
  err(text: string): void;
  /** Everything on standard input. */
  readInput(): Promise<string>;
  ask(question: string): Promise<string>;
}

/**
 * Text from a server without control characters: a name must not move the cursor or change colours. Line breaks and
 * tabs stay.
 */
export const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '�');
