import type { DiagnosticCode } from './codes.ts';

/** A row of the catalogue; the code is '' for what is no diagnostic. */
export const row = <Text extends (params: never) => string>(code: DiagnosticCode | '', text: Text) => ({
  code,
  text,
});
