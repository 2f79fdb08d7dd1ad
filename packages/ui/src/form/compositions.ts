/** The code of a key that an input method has taken. Safari gives it alone for the Enter that ends a composition. */
const TAKEN = 229;

/**
 * Keeps keys of a composition, by which people write Chinese, from the page: Enter takes what the input method proposes,
 * and Escape drops it, where fields would submit and dialogs close. The text editor handles its own.
 * @returns a function that ends it
 */
export function keepCompositions(page: Window): () => void {
  const keep = (event: KeyboardEvent): void => {
    const { target, isComposing, keyCode } = event;
    if (!isComposing && keyCode !== TAKEN) return;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
      event.stopImmediatePropagation();
    }
  };
  page.addEventListener('keydown', keep, { capture: true });
  return () => page.removeEventListener('keydown', keep, { capture: true });
}
