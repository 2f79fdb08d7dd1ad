/** Makes zip archives for tests: the engine only reads them. */
import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive (APPNOTE.TXT 4.3): members, compressed or stored as they are, then their directory. */
export function zipOf(
  files: Record<string, string | Buffer>,
  packing: 'deflated' | 'stored' = 'deflated',
): Buffer {
  const members: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = packing === 'deflated' ? deflateRawSync(text) : Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(packing === 'deflated' ? 8 : 0, 4);
    common.writeUInt32LE(crc32(text), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(Buffer.byteLength(text), 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const member = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), content]);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, place, Buffer.from(name));
    members.push(member);
    at += member.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...members, listed, Buffer.from('PK\u0005\u0006'), end]);
}
