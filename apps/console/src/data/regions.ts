import { useCatalog } from './catalog.ts';

/** `N. Virginia (us-east-1)`; the code alone while the names are not known. */
export function useRegionName(): (region: string) => string {
  const { data } = useCatalog();
  return (region) => {
    const known = data?.regions.find((each) => each.name === region);
    return known === undefined ? region : `${known.description} (${region})`;
  };
}
