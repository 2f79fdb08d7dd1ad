import { execFile } from 'node:child_process';
import { scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';
import { createPool, PasswordsBusy } from './pool.ts';
import { unmatchable } from './stored.ts';

const CHEAP = { password: 'x', salt: Buffer.alloc(16), N: 1024, r: 8, p: 1, bytes: 32 };
const DEAR = { ...CHEAP, N: 2 ** 14 };

describe('a password', () => {
  test.runIf(process.platform === 'linux')('is hashed in a process that was told to be nice', async () => {
    const module = fileURLToPath(new URL('./passwords.ts', import.meta.url));
    const script = `import(${JSON.stringify(module)}).then(({ hashPassword }) => hashPassword('x')).then(console.log)`;
    const program = [process.execPath, '--eval', script];
    // Only the superuser may raise its own priority again.
    const plain = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
    const { stdout } = await promisify(execFile)('nice', ['-n', '10', ...plain, ...program]);
    expect(stdout).toMatch(/^scrypt\$/);
  });

  test('matches its hash alone, and no two hashes are alike', async () => {
    const [one, two] = await Promise.all([hashPassword('acacia'), hashPassword('acacia')]);
    expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(two);
    expect(await passwordMatches('acacia', one)).toBe(true);
    expect(await passwordMatches('Acacia', one)).toBe(false);
    expect(await passwordMatches('', one)).toBe(false);
  });

  test('typed in another way of writing accents matches', async () => {
    expect(await passwordMatches('caf\u00e9', await hashPassword('cafe\u0301'))).toBe(true);
  });

  test('matches nothing where there is no account, and no hash that is none', async () => {
    expect(await passwordMatches('', null)).toBe(false);
    for (const stored of ['plain', '', 'scrypt$32768$8$3$AAAA$', 'scrypt$32768$8$3$AAAA'])
      expect(await passwordMatches('plain', stored)).toBe(false);
  });

  test('that no text matches looks as any other, and is another one each time', async () => {
    const [one, two] = [unmatchable(), unmatchable()];
    expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(one.split('$').slice(4)).not.toEqual(two.split('$').slice(4));
    expect(await passwordMatches('', one)).toBe(false);
  });

  test('kept by a workspace server before is read as it was made: as typed', async () => {
    const salt = Buffer.from('0123456789abcdef');
    const hash = scryptSync('cafe\u0301', salt, 32, { N: 1024, r: 8, p: 1 });
    const stored = { salt: salt.toString('base64'), hash: hash.toString('base64'), cost: 1024 };
    expect(await passwordMatches('cafe\u0301', stored)).toBe(true);
    expect(await passwordMatches('caf\u00e9', stored)).toBe(false);
  });

  test('with parameters that are none is a fault, and the next one is served', async () => {
    await expect(passwordMatches('x', `scrypt$3$8$1$AAAA$${'A'.repeat(43)}`)).rejects.toThrow(/scrypt/i);
    expect(await passwordMatches('x', await hashPassword('x'))).toBe(true);
  });
});

describe('the pool', () => {
  test('refuses early what a full lane cannot take, and serves the known first', async () => {
    const pool = createPool(1, 2);
    const order: string[] = [];
    const ask = (name: string, lane: 'known' | 'unknown') =>
      pool.derive(CHEAP, lane).then(() => void order.push(name));
    const strangers = [ask('running', 'unknown'), ask('u1', 'unknown'), ask('u2', 'unknown')];
    await expect(pool.derive(CHEAP, 'unknown')).rejects.toThrow(PasswordsBusy);
    const known = [ask('k1', 'known'), ask('k2', 'known')];
    await expect(pool.derive(CHEAP, 'known')).rejects.toMatchObject({ retryAfterSeconds: 5 });
    await Promise.all([...strangers, ...known]);
    expect(order).toEqual(['running', 'k1', 'k2', 'u1', 'u2']);
  });

  test("uses none of Node's own threads: a file is read while every hash still waits", async () => {
    const pool = createPool(1, 32);
    let done = 0;
    const flood = Array.from({ length: 12 }, () => pool.derive(DEAR, 'unknown').then(() => (done += 1)));
    await readFile(import.meta.filename);
    expect(done).toBeLessThan(6);
    await Promise.all(flood);
  });
});
