/** Facts that follow from the canonical address of a request. */
import type { LogComponent } from '../log.ts';

/** The part of the workspace that an address, with its prefix cut, belongs to. */
export function componentOf(url: string): LogComponent {
  if (isRestpp(url)) return 'restpp';
  if (/^\/gsql(?:server)?\//.test(url)) return 'gsql';
  if (url.startsWith('/api/') || url.startsWith('/copilot/')) return 'gui';
  return url.startsWith('/internal/') ? 'admin' : 'nginx';
}

/** Calls below /restpp answer in RESTPP's envelope and by its codes. */
export const isRestpp = (url: string): boolean => url === '/restpp' || /^\/restpp[/?]/.test(url);
