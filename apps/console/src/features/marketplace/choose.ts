/** Filters of the solutions. */
import type { SolutionCatalogEntry } from '@acacia/contract';

/**
 * The solutions of a category in which every word occurs: in name, description, categories or algorithms.
 * @param category undefined for all
 */
export function chosenSolutions(
  catalog: readonly SolutionCatalogEntry[],
  category: string | undefined,
  text: string,
): SolutionCatalogEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return catalog.filter(({ is_library, name, description, categories, algorithms }) => {
    const all = [name, description, ...categories, ...algorithms].join(' ').toLowerCase();
    const fits = category === undefined || categories.includes(category);
    return !is_library && fits && words.every((word) => all.includes(word));
  });
}
