/**
 * Every sentence that the engine answers on purpose, by the name under which code throws it
 * (docs/adr/0041-one-catalogue-of-errors.md). `error-codes.ts` has the status of each code. Listed in
 * `docs/guides/errors.md`.
 */
import { textOf, type ParamsOf } from '@acacia/base';
import { EngineError } from '../errors.ts';
import { CATALOG } from './catalog.ts';
import { COMPILE } from './compile.ts';
import { LOAD } from './load.ts';
import { RUN } from './run.ts';
import { SHELL } from './shell.ts';
import { STORAGE } from './storage.ts';
import { TRANSFER } from './transfer.ts';

export const ENGINE_ERRORS = { ...CATALOG, ...SHELL, ...COMPILE, ...RUN, ...LOAD, ...STORAGE, ...TRANSFER };

export type EngineErrors = typeof ENGINE_ERRORS;
export type EngineErrorId = keyof EngineErrors;

/** An error of the catalogue, by its name and the parameters of its sentence. */
export function engineError<Id extends EngineErrorId>(
  id: Id,
  ...params: ParamsOf<EngineErrors[Id]>
): EngineError {
  const row = ENGINE_ERRORS[id];
  return new EngineError(row.code, textOf(row, params));
}

/** An error with a code and a sentence that were said elsewhere: by another thread, or of the text of a query. */
export const relayed = (code: string, message: string): EngineError => new EngineError(code, message);
