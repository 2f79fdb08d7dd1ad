/** Pictures that a logo may be, told by their content (docs/adr/0054-logos.md). */
import type { LogoType } from '@acacia/contract';

interface Picture {
  readonly type: LogoType;
  readonly width: number;
  readonly height: number;
}

const ascii = (bytes: Buffer, at: number, length: number): string =>
  bytes.toString('latin1', at, at + length);

/** Signature, then the chunk IHDR (Portable Network Graphics, third edition, sections 5.2 and 11.2.1). */
function png(bytes: Buffer): Picture | null {
  const is =
    ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' && ascii(bytes, 12, 4) === 'IHDR' && bytes.length > 33;
  return is ? { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null;
}

/** Segments up to the first frame header, which has the sizes (ITU-T T.81, annex B). */
function jpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = bytes.readUInt8(at + 1);
    const length = bytes.readUInt16BE(at + 2);
    if (bytes.readUInt8(at) !== 0xff || length < 2) return null;
    // C4, C8 and CC are tables between the frame headers C0 to CF.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + length;
  }
  return null;
}

/** The first chunk of the container (WebP container specification; RFC 9649, sections 2.5 to 2.7). */
function webp(bytes: Buffer): Picture | null {
  if (bytes.length < 30 || ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 4) !== 'WEBP') return null;
  const type = 'image/webp' as const;
  switch (ascii(bytes, 12, 4)) {
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const sizes = bytes.readUInt32LE(21);
      return { type, width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** The type and size in pixels of a picture; null for anything else. */
export const pictureOf = (bytes: Buffer): Picture | null => png(bytes) ?? jpeg(bytes) ?? webp(bytes);
