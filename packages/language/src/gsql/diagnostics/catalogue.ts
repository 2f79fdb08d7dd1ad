/**
 * Every sentence that the language says of a text, by the name under which code reports it
 * (docs/adr/0041-one-catalogue-of-errors.md). Listed in `docs/guides/errors.md`.
 */
import { textOf, type ParamsOf } from '@acacia/base/error-rows';
import { ADVICE } from './advice.ts';
import { FUNCTION_FILES } from './function-files.ts';
import { NAMES } from './names.ts';
import { SYNTAX } from './syntax.ts';
import { TYPES } from './types.ts';
import { WIRE_SCHEMAS } from './wire-schemas.ts';

export const LANGUAGE_ERRORS = {
  ...SYNTAX,
  ...NAMES,
  ...TYPES,
  ...ADVICE,
  ...FUNCTION_FILES,
  ...WIRE_SCHEMAS,
};

type LanguageErrors = typeof LANGUAGE_ERRORS;

/** Code and sentence of a row; made by `finding` alone. */
export interface Finding {
  readonly code: string;
  readonly message: string;
}

/** The row of this name with the parameters of its sentence. */
export function finding<Id extends keyof LanguageErrors>(
  id: Id,
  ...params: ParamsOf<LanguageErrors[Id]>
): Finding {
  const row = LANGUAGE_ERRORS[id];
  return { code: row.code, message: textOf(row, params) };
}
