import { DrizzleQueryError } from 'drizzle-orm/errors';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isDiskFull } from './disk-full.ts';
import { tellable } from './tellable.ts';

const coded = (code: string, cause?: Error): Error => Object.assign(new Error('x', { cause }), { code });

describe('what is told', () => {
  it('is the message of what was made for people', () => {
    expect(tellable(new Error('The backup has no data.'))).toBe('The backup has no data.');
    expect(tellable('thrown')).toBe('Something went wrong in the server.');
  });

  it('is no path of the machine', async () => {
    const missing: unknown = await readFile('/no/such/file').catch((error: unknown) => error);
    expect(tellable(missing)).toBe(
      'The operating system of the server reported: no such file or directory (ENOENT).',
    );
    const closed = await new Promise((resolve) => connect('/no/such/socket').once('error', resolve));
    expect(tellable(closed)).toBe(
      'The operating system of the server reported: no such file or directory (ENOENT).',
    );
  });

  it('is no SQL', () => {
    const failed = new DrizzleQueryError('select * from accounts where email = $1', ['ann'], coded('42P01'));
    expect(tellable(failed)).toBe('The database of the control plane failed.');
    expect(tellable(new DrizzleQueryError('insert', [], coded('53100')))).toBe('The disk is full.');
  });
});

it.each([
  [coded('ENOSPC'), true],
  [new Error('x', { cause: coded('53100') }), true],
  [coded('EDQUOT'), true],
  [coded('ENOENT'), false],
  ['ENOSPC', false],
])('tells a full disk from %s', (error, full) => expect(isDiskFull(error)).toBe(full));
