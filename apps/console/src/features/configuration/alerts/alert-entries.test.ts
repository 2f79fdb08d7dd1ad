import { describe, expect, it } from 'vitest';
import { anAlertRule } from '../../../testing/records.ts';
import { entriesOf, entryChanged, entryProblem } from './alert-entries.ts';

const CREATOR = 'ada@example.org';
function only<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('There is none.');
  return one;
}

describe('entriesOf', () => {
  it('has one that is off for each metric without a rule, with its default', () => {
    expect(entriesOf([], CREATOR).map(({ metric, on, threshold }) => [metric, on, threshold])).toEqual([
      ['tigergraph_cpu_usage', false, 80],
      ['tigergraph_memory_usage_percent', false, 60],
    ]);
  });

  it('has one for each rule', () => {
    const rules = [anAlertRule(), anAlertRule({ id: 'r2', threshold: 95 })];
    expect(entriesOf(rules, CREATOR).map(({ key }) => key)).toEqual([
      'tigergraph_cpu_usage',
      'r2',
      'tigergraph_memory_usage_percent',
    ]);
  });
});

describe('an entry', () => {
  const entry = only(entriesOf([anAlertRule()], CREATOR));
  const fresh = only(entriesOf([], CREATOR));

  it('is changed by its switch, its threshold and its recipients', () => {
    expect(entryChanged(entry)).toBe(false);
    expect(entryChanged({ ...entry, on: false })).toBe(true);
    expect(entryChanged({ ...entry, threshold: 81 })).toBe(true);
    expect(entryChanged({ ...entry, recipientList: [] })).toBe(true);
    expect([entryChanged(fresh), entryChanged({ ...fresh, on: true })]).toEqual([false, true]);
  });

  it.each([0, -1, 101, null])('refuses the threshold %o', (threshold) => {
    expect(entryProblem({ ...entry, threshold })).toBe('invalid value');
  });

  it('refuses recipients that are no addresses, and nothing while it is off', () => {
    const wrong = { ...entry, recipientList: ['a@example.org', 'nobody'] };
    expect(entryProblem(wrong)).toBe('Please enter a valid email address');
    expect(entryProblem({ ...wrong, on: false })).toBeNull();
    expect(entryProblem({ ...entry, threshold: 100 })).toBeNull();
  });
});
