import { stringifyJson } from '@acacia/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonObject, JsonTextError, parseJsonText, type JsonNode } from './json-text.ts';

function plain(node: JsonNode): unknown {
  if (node instanceof JsonObject) {
    return Object.fromEntries(node.entries.map(([key, value]) => [key, plain(value)]));
  }
  return Array.isArray(node) ? (node as readonly JsonNode[]).map(plain) : node;
}

function failure(text: string): JsonTextError {
  try {
    parseJsonText(text);
  } catch (error) {
    return error as JsonTextError;
  }
  throw new Error(`'${text}' was taken for JSON`);
}

describe('parseJsonText', () => {
  it('reads what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(stringifyJson(plain(parseJsonText(text)))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:01-.eE tfn\\u\n') }), (text) => {
        let accepted = true;
        try {
          JSON.parse(text);
        } catch {
          accepted = false;
        }
        if (accepted) parseJsonText(text);
        else expect(() => parseJsonText(text)).toThrow(JsonTextError);
      }),
    );
  });

  it('keeps repeated keys in their order', () => {
    const node = parseJsonText('{"a": {"x": 1}, "b": 2, "a": {"x": 3}}') as JsonObject;
    expect(node.entries.map(([key]) => key)).toEqual(['a', 'b', 'a']);
  });

  it('keeps integers beyond 2^53', () => {
    expect(parseJsonText('[9223372036854775807, -9007199254740993, 1.5, 1e3]')).toEqual([
      9223372036854775807n,
      -9007199254740993n,
      1.5,
      1000,
    ]);
  });

  it('tells where and why a text is not JSON', () => {
    expect(failure('{"a": 1,\n "b" 2}').message).toBe(`expected ':' after the key "b" at line 2, column 6`);
    expect(failure('[1, 2').message).toBe("expected ',' or ']' at line 1, column 6");
    expect(failure('').message).toBe('the text ends where a JSON value is expected at line 1, column 1');
    expect(failure('{} x').column).toBe(4);
    expect(failure('{a: 1}').message).toContain('expected a key in double quotes');
    expect(failure('"a').message).toContain('not closed');
    expect(failure('[01]').message).toContain("expected ',' or ']'");
  });

  it('refuses to go too deep instead of overflowing', () => {
    expect(failure('['.repeat(100_000)).message).toContain('levels');
  });
});
