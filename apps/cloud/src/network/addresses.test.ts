import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddressOf, isWithin, normalAddress, normalRange, untrustworthy } from './addresses.ts';

describe('a range', () => {
  it.each([
    ['192.0.2.7/24', '192.0.2.0/24'],
    [' 192.0.2.7 ', '192.0.2.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1/32', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::1', '127.0.0.1/32'],
  ])('%s is %s', (given, normal) => expect(normalRange(given)).toBe(normal));

  it.each([
    '',
    'here',
    '192.0.2/24',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/',
    '192.0.2.0/24/8',
    '010.0.0.1/8',
    '0x7f000001',
    '2001:db8::/129',
    'fe80::1%eth0',
    '192.0.2.256',
  ])('%j is none', (given) => expect(normalRange(given)).toBeUndefined());
});

describe('an address', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.0/24'], true],
    ['192.0.3.7', ['192.0.2.0/24'], false],
    ['192.0.3.7', ['192.0.2.0/24', '192.0.3.0/28'], true],
    ['2001:db8::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['2001:db8::5', ['0.0.0.0/0'], false],
    ['192.0.2.7', ['::/0'], false],
    ['192.0.2.7', [], false],
    ['', ['0.0.0.0/0', '::/0'], false],
    ['unix:', ['0.0.0.0/0', '::/0'], false],
  ])('%j within %j: %s', (address, ranges, within) => expect(isWithin(address, ranges)).toBe(within));

  it.each([
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '127.0.0.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:DB8:0::1', '2001:db8::1'],
  ])('%s is the same as %s', (given, normal) => expect(normalAddress(given)).toBe(normal));
});

describe('the address of a client', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    }) as unknown as IncomingMessage;

  it('is that of its connection, whatever it says itself', () => {
    expect(clientAddressOf([])(request('::ffff:198.51.100.9', '10.0.0.1'))).toBe('198.51.100.9');
    expect(clientAddressOf(['10.0.0.0/8'])(request('198.51.100.9', '192.0.2.1'))).toBe('198.51.100.9');
  });

  it('is taken from trusted hops, and no further', () => {
    const addressOf = clientAddressOf(['10.0.0.0/8', '2001:db8::/32']);
    expect(addressOf(request('10.1.1.1', '192.0.2.1'))).toBe('192.0.2.1');
    expect(addressOf(request('10.1.1.1', '192.0.2.1, 10.2.2.2'))).toBe('192.0.2.1');
    expect(addressOf(request('10.1.1.1', '203.0.113.5, 192.0.2.1, 10.2.2.2'))).toBe('192.0.2.1');
    expect(addressOf(request('2001:db8::9', '192.0.2.1'))).toBe('192.0.2.1');
  });

  it('is nobody’s when a trusted hop forwards nonsense', () => {
    const addressOf = clientAddressOf(['10.0.0.0/8']);
    expect(isWithin(addressOf(request('10.1.1.1', 'somebody')), ['0.0.0.0/0', '::/0'])).toBe(false);
  });
});

it('finds the trusted hop that is no address', () => {
  expect(untrustworthy(['10.0.0.0/8', '::1'])).toBeUndefined();
  expect(untrustworthy(['10.0.0.0/8', 'proxy.example.org'])).toBe('proxy.example.org');
});
