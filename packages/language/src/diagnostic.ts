/** Half-open range of UTF-16 offsets into the text that was compiled. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Severity = 'error' | 'warning';

/**
 * One thing to tell a person about their text. `code` is stable (`SYN-…` syntax, `SEM-…` names and
 * structure, `TYP-…` types); `message` names what was found and, where it helps, what was expected.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  /** A replacement of the span's text that would mend it. */
  readonly fix?: { readonly title: string; readonly replacement: string };
}
