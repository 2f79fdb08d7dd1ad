import { expect, test } from 'vitest';
import { labelled, labelsAfter, LONGEST_LABEL, NO_LABELS, shownColumns } from './column-labels.ts';

const FILE = { columns: ['id', 'nm', 'id'] };

test('labels stand for names, by position', () => {
  expect(shownColumns(FILE, NO_LABELS)).toBe(FILE.columns);
  expect(shownColumns(FILE, { 1: 'Name', 2: 'Other id' })).toEqual(['id', 'Name', 'Other id']);
});

test('the own name of a column, or nothing, takes its label away', () => {
  const labels = labelled(NO_LABELS, FILE, 1, '  Name ');
  expect(labels).toEqual({ 1: 'Name' });
  expect(labelled(labels, FILE, 1, 'nm')).toEqual({});
  expect(labelled(labels, FILE, 1, ' ')).toEqual({});
  expect(labelled(labels, FILE, 0, 'x'.repeat(300))[0]).toHaveLength(LONGEST_LABEL);
});

test('a file that is read in another way keeps the labels of columns that are the same', () => {
  const labels = { 0: 'Code', 1: 'Name', 2: 'Other id' };
  expect(labelsAfter(labels, FILE.columns, ['id', 'name'])).toEqual({ 0: 'Code' });
  expect(labelsAfter(labels, FILE.columns, FILE.columns)).toEqual(labels);
});
