import { describe, expect, it } from 'vitest';
import { aLine, someDetails } from '../../testing/billing-records.ts';
import { groupsOf, invoiceCsv, quantityText } from './invoice-lines.ts';

describe('the lines of an invoice', () => {
  it('are grouped by workgroup, the dearest first, with subtotals', () => {
    const [line, , other] = someDetails().lines;
    const groups = groupsOf({ lines: [other ?? aLine(), line ?? aLine()] });
    expect(groups.map(({ id, name, subtotal, lines }) => [id, name, subtotal, lines.length])).toEqual([
      ['g1', 'Workgroup-1', 100, 1],
      ['g2', 'Gone', 2, 1],
    ]);
  });

  it('have the units of their meters', () => {
    expect(quantityText(aLine({ quantity: 12.5 }))).toBe('12.50 hours');
    expect(quantityText(aLine({ meter: 'storage', quantity: 0.0021 }))).toBe('0.0021 GB months');
  });
});

describe('the file of an invoice', () => {
  const rows = invoiceCsv(someDetails()).split('\r\n');

  it('has a row for each line, then credits and the total', () => {
    expect(rows).toHaveLength(7);
    expect(rows[1]).toBe('g1,Workgroup-1,w1,Workspace-1,compute,TG-00,us-east-1,100,hours,1,100');
    expect(rows[4]).toBe(',Credits,,,,,,,,,-12.5');
    expect(rows[5]).toBe(',Total,,,,,,,,,99.5');
    expect(rows[6]).toBe('');
  });

  it('holds names that a spreadsheet would take for formulas as text', () => {
    expect(rows[3]).toContain(",'=Database,");
  });
});
