/** Errors shown to people, as the rows of a catalogue (docs/adr/0041-one-catalogue-of-errors.md). */

export interface ErrorRow {
  /** Code in the answer beside the sentence, for programs; '' where the answer has none. */
  readonly code: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /**
   * The sentence that is shown. Its parameters are words and numbers that it only quotes: the guide shows their names
   * instead.
   */
  readonly text: (params: never) => string;
  /** What to do about it, where the sentence does not say so. */
  readonly help?: string;
  /** Subject of the sentence, where a rule elsewhere chooses it. */
  readonly about?: string;
}

/** Rows by the name under which code throws them. */
export type ErrorRows = Readonly<Record<string, ErrorRow>>;

/** Parameters of a row's sentence, given with the row's name; empty where it has none. */
export type ParamsOf<Row extends ErrorRow> = Parameters<Row['text']>;

/** The sentence of a row. */
export const textOf = <Row extends ErrorRow>(row: Row, params: ParamsOf<Row>): string =>
  (row.text as (...given: ParamsOf<Row>) => string)(...params);
