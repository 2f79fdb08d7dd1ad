/**
 * Stylesheets that could not be fetched. The bundler asks for each of them once: without this a part whose first load
 * failed would be drawn without its styles.
 */

const lost = new Set<HTMLLinkElement>();

/** Remembers from now on which stylesheets of the page fail. */
export function watchStyles(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target);
    },
    // The event does not bubble.
    true,
  );
}

function fetchAgain(link: HTMLLinkElement): Promise<void> {
  lost.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded.`)));
    link.replaceWith(again);
  });
}

/** Fetches all of them again. @throws Error when one fails once more */
export async function fetchLostStyles(): Promise<void> {
  await Promise.all([...lost].map(fetchAgain));
}
