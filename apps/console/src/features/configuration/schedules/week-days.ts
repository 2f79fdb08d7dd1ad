/** Days of the week by their numbers in the cloud API: 0 is Sunday. */
import { t } from '@acacia/texts';

export const DAYS = [
  t`Sunday`,
  t`Monday`,
  t`Tuesday`,
  t`Wednesday`,
  t`Thursday`,
  t`Friday`,
  t`Saturday`,
] as const;
