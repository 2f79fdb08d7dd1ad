/** Prices an hour: one rule for bills and for every place that shows a price. In US dollars. */
import type { Addon } from './addons.ts';
import type { WorkspaceType } from './catalog.ts';

/** Without the noise of binary fractions. */
const exact = (dollars: number): number => Math.round(dollars * 1e9) / 1e9;

/**
 * A workspace an hour in a region.
 * @param base its size's price where the region's factor is 1
 * @param ha the factor of high availability; 1 without it
 */
export const computePerHour = (base: number, ha: number, region: number): number => exact(base * ha * region);

/** An add-on an hour: a share of the size's base price, whatever the region and high availability. */
export const addonPerHour = (share: Addon['Amount'], base: WorkspaceType['base_cost_per_hour']): number =>
  exact(share * base);

/** A workspace an hour, without its add-ons. */
export const costPerHour = (
  type: Pick<WorkspaceType, 'cost_per_hour' | 'cost_per_hour_with_ha'>,
  enableHa: boolean,
): number => (enableHa ? type.cost_per_hour_with_ha : type.cost_per_hour);
