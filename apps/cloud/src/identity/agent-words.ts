/** A User-Agent header in words that a person recognises, such as "Firefox on Linux". */
import type { SessionClient } from './sessions.ts';

/** In this order: Edge and Opera name themselves beside Chrome, and Chrome beside Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bChromium\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
/** Android names Linux too, and iPhones Mac OS. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const LONGEST = 60;

const find = (list: readonly (readonly [RegExp, string])[], agent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/** @param agent the User-Agent header; empty: none was sent, or it is not known */
export function agentInWords(client: SessionClient, agent: string): string {
  if (client === 'commandLine') return 'Command line of the server';
  if (client === 'device') return 'Command line';
  const browser = find(BROWSERS, agent);
  const system = find(SYSTEMS, agent);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  // A program names itself first, as python-requests/2.31.
  const name = (agent.split(/[\s/]/, 1)[0] ?? '').slice(0, LONGEST);
  return name === '' ? 'Unknown program' : name;
}
