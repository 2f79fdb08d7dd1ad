/** Sizes of vertices and edges that can be chosen, as times the usual one. */
import { t } from '@acacia/texts';

export const SIZES = [
  { value: '0.7', label: t`Small` },
  { value: '1', label: t`Usual` },
  { value: '1.5', label: t`Large` },
  { value: '2.2', label: t`Very large` },
] as const;
