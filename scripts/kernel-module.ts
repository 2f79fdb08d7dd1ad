/** Assembles the engine's WebAssembly module from its text. */
import { readFileSync } from 'node:fs';
import wabt from 'wabt';

const FOLDER = new URL('../packages/engine/src/graph/vectors/', import.meta.url);

/**
 * The TypeScript file with the module as Base64, once the assembler is loaded.
 * @throws Error with line and column when the text is not WebAssembly
 */
export async function kernelModule(): Promise<() => string> {
  const assembler = await wabt();
  return () => {
    const text = readFileSync(new URL('kernel.wat', FOLDER), 'utf8');
    // Its memory is shared, which belongs to threads.
    const parsed = assembler.parseWat('kernel.wat', text, { simd: true, threads: true });
    parsed.resolveNames();
    const { buffer } = parsed.toBinary({});
    parsed.destroy();
    return `/** kernel.wat, assembled by \`npm run generate\`, in Base64. */
export const KERNEL_MODULE =
  '${Buffer.from(buffer).toString('base64')}';
`;
  };
}
