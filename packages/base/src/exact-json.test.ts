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

  it('write what is nested in plain values, or has a form of its own, as well', () => {
    const own = { toJSON: () => new Map([['k', 2n ** 63n]]) };
    expect(stringifyJson([{ a: [null, { b: new Set([new Map([['c', 1]])]) }] }])).toBe(
      '[{"a":[null,{"b":[{"c":1}]}]}]',
    );
    expect(stringifyJson([own])).toBe('[{"k":9223372036854775808}]');
    const plain = { a: undefined, b: [undefined], c: 'x', d: new Date(0) };
    expect(stringifyJson(plain)).toBe('{"b":[null],"c":"x","d":"1970-01-01T00:00:00.000Z"}');
    expect(stringifyJson(undefined)).toBeUndefined();
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
