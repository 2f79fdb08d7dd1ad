import { expect, test } from 'vitest';
import { anAddon, aSize } from '../../testing/records.ts';
import { pricesOf } from './workspace-values.ts';

test('an add-on has a share of the base price, whatever the region and high availability', () => {
  const dear = { ...aSize, cost_per_hour: 1.25, cost_per_hour_with_ha: 3.5, base_cost_per_hour: 1 };
  expect(pricesOf(dear, true, [anAddon({ Title: 'Insights', Amount: 0.1 })])).toEqual([
    { label: `Compute ${dear.typeName}`, cost: 1.25 },
    { label: 'High availability', cost: 2.25 },
    { label: 'Insights', cost: 0.1 },
  ]);
});
