import { said, t } from '@acacia/texts';
import { useKnownCatalog } from './catalog.ts';

/** `N. Virginia (us-east-1)`; the code alone while the names are not known. */
export function useRegionName(): (region: string) => string {
  const catalog = useKnownCatalog();
  return (region) => {
    const known = catalog?.regions.find((each) => each.name === region);
    return known === undefined ? region : t.of('region')`${said(known.description)} (${region})`;
  };
}
