/** Errors shown to people, as the rows of a catalogue (docs/adr/0041-one-catalogue-of-errors.md). */

/** A code and its sentence. */
export interface SentenceRow {
  /** Code in the answer beside the sentence, for programs; '' where the answer has none. */
  readonly code: string;
  /**
   * The sentence that is shown. Its parameters are words and numbers that it only quotes: the guide shows their names
   * instead.
   */
  readonly text: (params: never) => string;
}

export interface ErrorRow extends SentenceRow {
  /** HTTP status of the answer. */
  readonly status: number;
  /** The remedy, where the sentence does not name it. */
  readonly help?: string;
  /** Subject of the sentence, where a rule elsewhere chooses it. */
  readonly about?: string;
}

/** Rows by the name under which code throws them. */
export type ErrorRows = Readonly<Record<string, ErrorRow>>;

/** Rows without a status of their own: another table has that of their codes. */
export type SentenceRows = Readonly<Record<string, SentenceRow>>;

/** Parameters of a sentence, by their names. */
export type Quoted<Names extends string> = Readonly<Record<Names, string | number | bigint>>;

/** Parameters of a row's sentence, given with the row's name; empty where it has none. */
export type ParamsOf<Row extends SentenceRow> = Parameters<Row['text']>;

/** The sentence of a row. */
export const textOf = <Row extends SentenceRow>(row: Row, params: ParamsOf<Row>): string =>
  (row.text as (...given: ParamsOf<Row>) => string)(...params);
