/** An error of the identity provider that an address carries (specification part 1, section 4.1). */

/** The provider's own description. Anybody may write such an address, so that the text is cut. */
export class ProviderError extends Error {}

const LONGEST = 300;

/** The error in the search parameters of an address; undefined when there is none. */
export function providerError(search: Readonly<Record<string, unknown>>): ProviderError | undefined {
  const text = [search['error_description'], search['error']].find(
    (each): each is string => typeof each === 'string' && each.trim() !== '',
  );
  return text === undefined ? undefined : new ProviderError(text.trim().slice(0, LONGEST));
}
