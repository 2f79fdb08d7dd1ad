import { describe, expect, it } from 'vitest';
import { maskedParameters, maskedText } from './mask-secrets.ts';

describe('texts of runs', () => {
  it.each([
    ['CREATE DATA_SOURCE s3 src = "{\\"access.key\\":\\"AKIA1\\"}"'],
    ['CREATE USER bob WITH PASSWORD "AKIA1"'],
    ['USE GRAPH g\nDROP SECRET AKIA1abcdefghijklmnop // of bob'],
    ['SET password = "AKIA1'],
    ['LS\nCREATE TOKEN "AKIA1" /* AKIA1 */'],
  ])('keep no secret: %s', (text) => {
    expect(maskedText(text)).not.toContain('AKIA1');
  });

  it('are stored as they are where no statement is about secrets', () => {
    const text = 'CREATE QUERY q() FOR GRAPH g { PRINT "user", "a"; } // c\nRUN QUERY q()';
    expect(maskedText(text)).toContain('PRINT "user", "a"');
    expect(maskedText('RUN QUERY q("a")')).toBe('RUN QUERY q("a")');
  });
});

it('masks parameters under the names of secrets, at any depth', () => {
  expect(maskedParameters({ n: 1, apiKey: 'x', list: [{ password: 'y', id: 'z' }] })).toEqual({
    n: 1,
    apiKey: '***',
    list: [{ password: '***', id: 'z' }],
  });
});
