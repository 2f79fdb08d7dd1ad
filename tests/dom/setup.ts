/** Undoes everything that a test rendered, stored or replaced, so that nothing stays for the next one. */
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// That of jsdom would take all listeners from the one document of the worker: no later test could type.
window.close = () => undefined;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});
