/** Half-open range of UTF-16 offsets into the text that was compiled. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Severity = 'error' | 'warning';

/**
 * A problem or piece of advice about a text. `code` is stable and one of `gsql/diagnostics/codes.ts`; `message` names the
 * word found and, where it helps, the one expected.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  /** A replacement of the span's text that would mend it. */
  readonly fix?: { readonly title: string; readonly replacement: string };
}
