import { describe, expect, it } from 'vitest';
import { parseJson, stringifyJson } from './exact-json.ts';

describe('parseJson and stringifyJson', () => {
  it('keep integers beyond 2^53', () => {
    const text = '{"a":9223372036854775807,"b":[-9007199254740993],"c":9007199254740991}';
    const value = parseJson(text);
    expect(value).toEqual({ a: 9223372036854775807n, b: [-9007199254740993n], c: 9007199254740991 });
    expect(stringifyJson(value)).toBe(text);
  });

  it('leave other numbers and texts of digits alone', () => {
    const text = '{"a":0.12345678901234567,"b":"12345678901234567890","c":12345678901234567e3}';
    expect(parseJson(text)).toEqual({
      a: Number('0.12345678901234567'),
      b: '12345678901234567890',
      c: 1.2345678901234567e19,
    });
  });

  it('write Maps as objects and Sets as arrays', () => {
    expect(stringifyJson({ m: new Map([['k', 1n]]), s: new Set([2]) })).toBe('{"m":{"k":1},"s":[2]}');
  });

  it('write keys of Maps as texts, and each level indented where asked', () => {
    expect(stringifyJson([new Map([[2n ** 63n, new Map([[1, 2n ** 63n]])]])])).toBe(
      '[{"9223372036854775808":{"1":9223372036854775808}}]',
    );
    expect(stringifyJson({ a: [2n ** 63n] }, 2)).toBe('{\n  "a": [\n    9223372036854775808\n  ]\n}');
  });

  it('refuse what is not JSON', () => {
    expect(() => parseJson('{')).toThrow(SyntaxError);
  });
});
