/** Environment variables that limit what loads may fetch, for the processes of workspaces. */
import type { Settings } from '../../settings.ts';

const DEFAULT_PORT = '5432';

/** Host and port in a PostgreSQL URL; none for a database on a Unix socket. */
function databasePlace(address: string): readonly string[] {
  const url = new URL(address);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  if (host === '' || host.startsWith('/')) return [];
  return [`${host}:${url.searchParams.get('port') ?? (url.port === '' ? DEFAULT_PORT : url.port)}`];
}

/**
 * Places that nothing may be read from, whatever the settings allow: the control plane itself and its database.
 * @param databaseUrl of the control plane
 */
export const refusedSources = ({ port }: Settings, databaseUrl: string): string =>
  [`localhost:${port}`, ...databasePlace(databaseUrl)].join(',');

/**
 * @param databaseUrl of the control plane: workspaces may read neither from there nor from the control plane itself,
 * whatever the settings allow
 */
export function sourceEnvironment(settings: Settings, databaseUrl: string): Readonly<Record<string, string>> {
  const { allowedSources, loadFileGb, loadGb, fetchMinutes } = settings;
  return {
    ACACIA_ALLOWED_SOURCES: allowedSources,
    ACACIA_REFUSED_SOURCES: refusedSources(settings, databaseUrl),
    ...(loadFileGb === null ? {} : { ACACIA_LOAD_FILE_GB: String(loadFileGb) }),
    ...(loadGb === null ? {} : { ACACIA_LOAD_GB: String(loadGb) }),
    ...(fetchMinutes === null ? {} : { ACACIA_FETCH_MINUTES: String(fetchMinutes) }),
  };
}
