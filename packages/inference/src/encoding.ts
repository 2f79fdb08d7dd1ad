/** The character encoding of a file, judged by its first bytes. */

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface FoundEncoding {
  readonly encoding: Encoding;
  /** Bytes of the byte order mark; 0 without one. */
  readonly mark: number;
}

const MARKS: readonly (FoundEncoding & { readonly bytes: readonly number[] })[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8', mark: 3 },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le', mark: 2 },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be', mark: 2 },
];

/** Bytes whose zeros are counted where a file has no mark. */
const COUNTED = 4096;

/** Text of European languages in UTF-16 has a zero in every other byte. */
function widths(bytes: Uint8Array): { readonly even: number; readonly odd: number } {
  const counted = bytes.subarray(0, COUNTED);
  let [even, odd] = [0, 0];
  for (let at = 0; at < counted.length; at += 1) {
    if (counted[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const pairs = Math.max(1, counted.length / 2);
  return { even: even / pairs, odd: odd / pairs };
}

/** Whether bytes are UTF-8; a character that the end cuts off is no fault. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch (cause) {
    if (cause instanceof TypeError) return false;
    throw cause;
  }
}

/** The encoding of a file's first bytes; null for data that is no text. */
export function findEncoding(bytes: Uint8Array): FoundEncoding | null {
  const marked = MARKS.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return { encoding: marked.encoding, mark: marked.mark };
  const { even, odd } = widths(bytes);
  if (odd > 0.4 && even < 0.05) return { encoding: 'utf-16le', mark: 0 };
  if (even > 0.4 && odd < 0.05) return { encoding: 'utf-16be', mark: 0 };
  if (even + odd > 0) return null;
  return { encoding: isUtf8(bytes) ? 'utf-8' : 'windows-1252', mark: 0 };
}

/** The text of a file's first bytes, without its byte order mark and without a character that the end cuts off. */
export function decode(bytes: Uint8Array, encoding: Encoding): string {
  const marked = MARKS.find(
    (each) => each.encoding === encoding && each.bytes.every((byte, at) => bytes[at] === byte),
  );
  return new TextDecoder(encoding).decode(bytes.subarray(marked?.mark ?? 0), { stream: true });
}
