/** The condition that a row must meet to be loaded: tests of its values, all or one of which must hold. Pure. */
import { t } from '@acacia/texts';
import type { FilePreview } from './source-file.ts';
import { quoted, sourceText, type Source } from './source.ts';

export const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='] as const;
export const UNARY_TESTS = ['IS EMPTY', 'IS NOT EMPTY', 'IS NUMERIC', 'IS NOT NUMERIC'] as const;
export type TestOperator = (typeof COMPARISONS)[number] | (typeof UNARY_TESTS)[number];

export interface Test {
  readonly source: Source;
  readonly operator: TestOperator;
  /** Compared with: a number where it is written as one. Of no meaning for IS EMPTY and the like. */
  readonly value: string;
}

export interface Where {
  readonly joined: 'AND' | 'OR';
  /** None: every row is loaded. */
  readonly tests: readonly Test[];
}

export const EVERY_ROW: Where = { joined: 'AND', tests: [] };

export const isUnary = (operator: TestOperator): boolean => UNARY_TESTS.some((each) => each === operator);

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
