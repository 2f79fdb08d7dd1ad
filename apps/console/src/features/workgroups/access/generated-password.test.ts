import { passwordFault } from '@acacia/contract';
import { expect, it } from 'vitest';
import { generatePassword } from './generated-password.ts';

it('has 16 characters with letters and numbers, may be chosen, and is another one each time', () => {
  const made = Array.from({ length: 200 }, () => generatePassword('joe'));
  for (const password of made) {
    expect(password).toMatch(/^(?=.*[a-zA-Z])(?=.*\d.*\d)[a-zA-Z2-9]{16}$/);
    expect(passwordFault(password, ['joe'])).toBeNull();
  }
  expect(new Set(made).size).toBe(200);
});
