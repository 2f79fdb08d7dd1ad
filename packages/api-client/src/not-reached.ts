/** The message for a request that got no answer, as precise as a browser or Node can be. */

/**
 * @param what the server or service that did not answer
 * @param otherwise the likely cause where this device is online
 */
export function notReached(what: string, otherwise: string): string {
  const offline = typeof navigator !== 'undefined' && navigator.onLine === false;
  return offline
    ? `This device is offline, so ${what} cannot be reached. Check its network connection.`
    : `${what[0]?.toUpperCase()}${what.slice(1)} cannot be reached. ${otherwise}`;
}
