/** Versions of the workspace: TigerGraph's, whose API it implements, and its own. */

/** TigerGraph's version of a workspace that is started without one. */
export const DEFAULT_TG_VERSION = '4.2.1';
/** `4.2.1`: clients compare the parts as numbers. */
export const TG_VERSION = /^\d{1,3}\.\d{1,3}\.\d{1,3}$/;

export const OWN = '0.1.0';
const RELEASED = '2026-11-21';

/** Text of GET /gsql/v1/version. @param verbose with the day of the release */
export const gsqlVersionText = (tgVersion: string, verbose: boolean): string =>
  [
    `GSQL version: ${tgVersion}`,
    ...(verbose ? [`GSQL commit number: acacia-${OWN}`, `GSQL commit date: ${RELEASED} 00:00:00 +0000`] : []),
    '',
  ].join('\n');

/**
 * TigerGraph's table of versions. Clients skip the first three lines and the last one, and read six
 * fields of each row: so there is a blank line under the heading, and a line end after the last row.
 */
export function versionText(tgVersion: string): string {
  const row = (name: string, version: string): string =>
    `${name.padEnd(16)}${version.padEnd(32)}acacia-${OWN}  ${RELEASED} 00:00:00 +0000`;
  return [
    'TigerGraph RESTPP:',
    ' --- Version ---',
    '',
    row('product', `release_${tgVersion}_${RELEASED.replace(/^(\d+)-(\d+)-(\d+)$/, '$2-$3-$1')}`),
    row('restpp', `acacia_${OWN}`),
    row('gsql', `acacia_${OWN}`),
    '',
  ].join('\n');
}
