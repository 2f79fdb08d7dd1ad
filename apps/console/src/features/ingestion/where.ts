/** The condition that a row must meet to be loaded: tests of its values, all or one of which must hold. Pure. */
import { t } from '@acacia/texts';
import { LOAD_LIST_TESTS, LOAD_RANGE_TESTS, LOAD_UNARY_TESTS } from '@acacia/contract';
import type { LoadCondition, LoadTest } from '@acacia/contract';
import type { FilePreview } from './source-file.ts';
import { movedSource, NO_SOURCE, quoted, sourceText, TOKEN_FUNCTIONS } from './source.ts';

export type Where = LoadCondition;
export type Test = LoadTest;
export type Group = Extract<Test, { readonly operator: 'GROUP' }>;
export type ValueTest = Exclude<Test, Group>;
export type TestOperator = ValueTest['operator'];

type ListTest = Extract<Test, { readonly values: readonly string[] }>;
type RangeTest = Extract<Test, { readonly from: string }>;

export const EVERY_ROW: Where = { joined: 'AND', tests: [] };
export const NEW_TEST: ValueTest = { source: NO_SOURCE, operator: '==', value: '' };
export const NEW_GROUP: Group = { operator: 'GROUP', negated: false, joined: 'OR', tests: [NEW_TEST] };

const isOneOf = <T extends string>(all: readonly T[], operator: string): operator is T =>
  all.some((each) => each === operator);

export const isUnary = (operator: TestOperator): boolean => isOneOf(LOAD_UNARY_TESTS, operator);

/** The test by another operator, with what was written already. */
export function withOperator(test: ValueTest, operator: TestOperator): ValueTest {
  const { source } = test;
  const [first = '', second = ''] = valuesOf(test);
  if (isOneOf(LOAD_LIST_TESTS, operator)) {
    return { source, operator, values: [...new Set(valuesOf(test))].filter((value) => value !== '') };
  }
  if (isOneOf(LOAD_RANGE_TESTS, operator)) return { source, operator, from: first, to: second };
  return { source, operator, value: first };
}

/** The values with which a test compares. */
function valuesOf(test: ValueTest): readonly string[] {
  if ('values' in test) return test.values;
  if ('from' in test) return [test.from, test.to];
  return isUnary(test.operator) ? [] : [test.value];
}

/** Leading zeros and signs belong to texts such as postcodes. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Whether GSQL reads a number of this text, and exactly. */
const isNumber = (value: string): boolean =>
  NUMBER.test(value) && (value.includes('.') || Number.isSafeInteger(Number(value)));

export const valueText = (value: string): string => (isNumber(value) ? value : quoted(value));

/** The values of a list: numbers where all are numbers. One number would make all of them compare as numbers. */
const listText = (values: readonly string[]): string =>
  values.map(values.every(isNumber) ? (value) => value : quoted).join(', ');

/** `WHERE …` with a space before it, or nothing. */
export const whereText = (where: Where, file: FilePreview): string =>
  where.tests.length === 0 ? '' : ` WHERE ${testsText(where, file)}`;

const testsText = ({ joined, tests }: Where, file: FilePreview): string =>
  tests.map((test) => testText(test, file)).join(` ${joined} `);

function testText(test: Test, file: FilePreview): string {
  if (test.operator === 'GROUP') return `${test.negated ? 'NOT ' : ''}(${testsText(test, file)})`;
  const subject = `${sourceText(test.source, file)} ${test.operator}`;
  if ('values' in test) return `${subject} (${listText(test.values)})`;
  if ('from' in test) return `${subject} ${valueText(test.from)} AND ${valueText(test.to)}`;
  return isUnary(test.operator) ? subject : `${subject} ${valueText(test.value)}`;
}

/** The condition with its columns at other places; a test of one that has none any more has no source. */
export const movedWhere = (where: Where, place: (index: number) => number | null): Where => ({
  joined: where.joined,
  tests: where.tests.map((test) =>
    test.operator === 'GROUP'
      ? { ...test, ...movedWhere(test, place) }
      : { ...test, source: movedSource(test.source, place) ?? NO_SOURCE },
  ),
});

/** Why a test cannot be used, and the field that says so. */
export interface TestFault {
  readonly field: 'source' | 'value' | 'from' | 'to' | 'group';
  readonly message: string;
}

export function testFault(test: Test): TestFault | undefined {
  if (test.operator === 'GROUP') {
    return test.tests.length > 0
      ? undefined
      : { field: 'group', message: t`Add a condition to the group, or remove it.` };
  }
  if (test.source.kind === 'none') {
    return { field: 'source', message: t`Choose what each condition tests.` };
  }
  if ('values' in test) return listFault(test);
  if ('from' in test) return rangeFault(test);
  return isUnary(test.operator) ? undefined : numberFault(test, 'value', test.value);
}

function listFault(test: ListTest): TestFault | undefined {
  const { values } = test;
  if (values.length === 0) return { field: 'value', message: t`Write at least one value.` };
  return values.map((value) => numberFault(test, 'value', value)).find((fault) => fault !== undefined);
}

function rangeFault(test: RangeTest): TestFault | undefined {
  const { from, to } = test;
  const open = from === '' ? 'from' : to === '' ? 'to' : undefined;
  if (open !== undefined) return { field: open, message: t`Write a value.` };
  const fault = numberFault(test, 'from', from) ?? numberFault(test, 'to', to);
  if (fault !== undefined || isNumber(from) === isNumber(to)) return fault;
  return { field: isNumber(from) ? 'to' : 'from', message: t`Write a number here, or a text on both sides.` };
}

/** A function that gives a number is never equal to another text, nor more or less. */
function numberFault({ source }: ValueTest, field: TestFault['field'], value: string): TestFault | undefined {
  if (source.kind !== 'function' || isNumber(value)) return undefined;
  const gives = TOKEN_FUNCTIONS[source.name]?.gives;
  if (gives !== 'INT' && gives !== 'UINT' && gives !== 'FLOAT') return undefined;
  return { field, message: t`${source.name} gives a number, and “${value}” is none.` };
}

/** The effect of a test that a person may not have meant, or undefined. */
export function testWarning(test: ValueTest): string | undefined {
  if (!('from' in test) || testFault(test) !== undefined) return undefined;
  const { from, to, operator } = test;
  if (isNumber(from) ? Number(from) <= Number(to) : from <= to) return undefined;
  return operator === 'BETWEEN'
    ? t`No value is between ${from} and ${to}: no row meets this condition.`
    : t`No value is between ${from} and ${to}: every row that has a value meets this condition.`;
}

/** Why the condition cannot be used, or undefined. */
export function whereFault({ tests }: Pick<Where, 'tests'>): string | undefined {
  for (const test of tests) {
    const fault = testFault(test)?.message ?? (test.operator === 'GROUP' ? whereFault(test) : undefined);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
