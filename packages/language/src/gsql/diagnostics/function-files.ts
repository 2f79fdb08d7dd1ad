/** Rows of the catalogue for files of functions in JavaScript; a sentence follows the number of its line. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { MAX_TEXT } from '../limits.ts';
import { row } from './row.ts';

export const FUNCTION_FILES = {
  functionFileTooLong: row(
    '',
    ({ characters }: Quoted<'characters'>) =>
      `The file has ${characters} characters; at most ${MAX_TEXT} are read.`,
  ),
  functionsTooMany: row('', ({ most }: Quoted<'most'>) => `a file has at most ${most} functions.`),
  functionNotPlain: row(
    '',
    ({ name }: Quoted<'name'>) => `${name} must be a plain function, neither async nor a generator.`,
  ),
  functionName: row('', ({ name }: Quoted<'name'>) => `'${name}' cannot be the name of a function of GSQL.`),
  functionOfGsql: row('', ({ name }: Quoted<'name'>) => `${name} is a function of GSQL: use another name.`),
  functionPrefix: row(
    '',
    ({ name }: Quoted<'name'>) => `${name} cannot begin with tg_: these names are kept for the system.`,
  ),
  functionTwice: row('', ({ name }: Quoted<'name'>) => `${name} is defined twice.`),
  functionValueType: row(
    '',
    ({ type }: Quoted<'type'>) =>
      `'${type}' is not a type of a function's value; INT, UINT, FLOAT, DOUBLE, BOOL, STRING, DATETIME are, and LIST and SET of them.`,
  ),
  functionParametersTooMany: row(
    '',
    ({ name, most }: Quoted<'name' | 'most'>) => `${name} has more than ${most} parameters.`,
  ),
  functionParameterWithoutType: row(
    '',
    ({ name, parameter }: Quoted<'name' | 'parameter'>) =>
      `the parameter ${parameter} of ${name} has no type: write @param {INT} ${parameter} above the function.`,
  ),
  functionParameterUnknown: row(
    '',
    ({ name, parameter }: Quoted<'name' | 'parameter'>) => `${name} has no parameter ${parameter}.`,
  ),
  functionWithoutReturns: row(
    '',
    ({ name }: Quoted<'name'>) =>
      `${name} has no type for what it gives: write @returns {INT} above the function.`,
  ),
} as const satisfies SentenceRows;
