/** Types of `browser.mjs` for the journeys and benches. */

/** Path of the Chromium that is here; undefined when there is none. */
export function findBrowser(): string | undefined;
