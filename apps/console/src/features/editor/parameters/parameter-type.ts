/**
 * Types of query parameters, parsed from GSQL's notation: `INT`, `VERTEX<Person>`, `SET<STRING>`, `MAP<STRING, INT>`.
 */

const SCALARS = ['INT', 'UINT', 'FLOAT', 'DOUBLE', 'STRING', 'BOOL', 'DATETIME'] as const;
export type ScalarName = (typeof SCALARS)[number];

export type ParameterType =
  | { readonly kind: 'scalar'; readonly name: ScalarName }
  /** `vertexType` undefined: of any type, so the value has to name its type. */
  | { readonly kind: 'vertex'; readonly vertexType: string | undefined }
  | { readonly kind: 'list'; readonly element: ParameterType }
  | { readonly kind: 'map'; readonly key: ParameterType; readonly value: ParameterType };

const TEXT: ParameterType = { kind: 'scalar', name: 'STRING' };

/** Splits at the comma that stands outside angle brackets. */
function splitPair(text: string): readonly [string, string] {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '<') depth += 1;
    else if (text[i] === '>') depth -= 1;
    else if (text[i] === ',' && depth === 0) return [text.slice(0, i), text.slice(i + 1)];
  }
  return [text, 'STRING'];
}

/** Unknown types are treated as STRING. */
export function parameterTypeOf(written: string): ParameterType {
  const found = /^\s*([A-Za-z_]\w*)\s*(?:<(.*)>)?\s*$/s.exec(written);
  const name = found?.[1]?.toUpperCase();
  const inner = found?.[2];
  switch (name) {
    case 'VERTEX': {
      const vertexType = inner?.trim();
      return { kind: 'vertex', vertexType: vertexType === '' || vertexType === '*' ? undefined : vertexType };
    }
    case 'SET':
    case 'BAG':
    case 'LIST':
      return { kind: 'list', element: parameterTypeOf(inner ?? 'STRING') };
    case 'MAP': {
      const [key, value] = splitPair(inner ?? 'STRING, STRING');
      return { kind: 'map', key: parameterTypeOf(key), value: parameterTypeOf(value) };
    }
    default: {
      const scalar = SCALARS.find((each) => each === name);
      return scalar === undefined ? TEXT : { kind: 'scalar', name: scalar };
    }
  }
}
