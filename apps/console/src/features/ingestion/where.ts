/** The condition that a row must meet to be loaded: tests of its values, all or one of which must hold. Pure. */
import { t } from '@acacia/texts';
import { LOAD_UNARY_TESTS, type LoadCondition } from '@acacia/contract';
import type { FilePreview } from './source-file.ts';
import { quoted, sourceText } from './source.ts';

export type Where = LoadCondition;
export type Test = Where['tests'][number];
export type TestOperator = Test['operator'];

export const EVERY_ROW: Where = { joined: 'AND', tests: [] };

export const isUnary = (operator: TestOperator): boolean =>
  LOAD_UNARY_TESTS.some((each) => each === operator);

/** Leading zeros and signs belong to texts such as postcodes. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Numbers as GSQL reads them exactly. */
export const valueText = (value: string): string =>
  NUMBER.test(value) && (value.includes('.') || Number.isSafeInteger(Number(value))) ? value : quoted(value);

/** `WHERE …` with a space before it, or nothing. */
export function whereText({ joined, tests }: Where, file: FilePreview): string {
  if (tests.length === 0) return '';
  const texts = tests.map(({ source, operator, value }) =>
    isUnary(operator)
      ? `${sourceText(source, file)} ${operator}`
      : `${sourceText(source, file)} ${operator} ${valueText(value)}`,
  );
  return ` WHERE ${texts.join(` ${joined} `)}`;
}

/** Why the condition cannot be used, or undefined. */
export const whereFault = ({ tests }: Where): string | undefined =>
  tests.some(({ source }) => source.kind === 'none') ? t`Choose what each condition tests.` : undefined;
