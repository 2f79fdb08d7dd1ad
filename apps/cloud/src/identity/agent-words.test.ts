import { expect, test } from 'vitest';
import { agentInWords } from './agent-words.ts';

const X11 = 'Mozilla/5.0 (X11; Linux x86_64)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${X11.replace(')', '; rv:140.0)')} Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
  [`${X11} ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['python-requests/2.31.0', 'python-requests'],
  [`<img src=x> ${'x'.repeat(300)}`, '<img'],
  ['', 'Unknown program'],
])('%s: %s', (agent, words) => {
  expect(agentInWords('browser', agent)).toBe(words);
});

test('the operator’s token is named by where it comes from', () => {
  expect(agentInWords('commandLine', '')).toBe('Command line of the server');
  expect(agentInWords('device', 'openid-client/v6')).toBe('Command line');
});
