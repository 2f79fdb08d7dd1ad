/** A program's start that cannot be: a sentence for the person at the terminal. Made from a catalogue's row. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }

  /** Sets the error that this one follows from. */
  causedBy(cause: unknown): this {
    this.cause = cause;
    return this;
  }
}
