/** What workspaces are told of what their loads may fetch, as environment variables of their processes. */
import type { Settings } from '../../settings.ts';

const DEFAULT_PORT = '5432';

/** Host and port of a database by its address; none of one that is reached by a socket. */
const databasePlace = (address: string): readonly string[] => {
  const url = new URL(address);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  if (host === '' || host.startsWith('/')) return [];
  return [`${host}:${url.searchParams.get('port') ?? (url.port === '' ? DEFAULT_PORT : url.port)}`];
};

/**
 * @param databaseUrl of the control plane: no workspace reads from there, nor from the control plane itself,
 * whatever is allowed
 */
export const sourceEnvironment = (
  { allowedSources, loadFileGb, loadGb, fetchMinutes, port }: Settings,
  databaseUrl: string,
): Readonly<Record<string, string>> => ({
  ACACIA_ALLOWED_SOURCES: allowedSources,
  ACACIA_REFUSED_SOURCES: [`localhost:${port}`, ...databasePlace(databaseUrl)].join(','),
  ...(loadFileGb === null ? {} : { ACACIA_LOAD_FILE_GB: String(loadFileGb) }),
  ...(loadGb === null ? {} : { ACACIA_LOAD_GB: String(loadGb) }),
  ...(fetchMinutes === null ? {} : { ACACIA_FETCH_MINUTES: String(fetchMinutes) }),
});
