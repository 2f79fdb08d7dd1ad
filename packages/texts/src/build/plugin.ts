import { rewrite } from './rewrite.ts';

/** Sources whose texts are read by people. */
const SOURCES = /\/(?:apps\/console|packages\/(?:ui|charts|editor|graph-view))\/src\/.*\.tsx?$/;

/** The plugin of Vite that has pages drawn in the language of the person. */
export function translated() {
  return {
    name: 'acacia:texts',
    enforce: 'pre' as const,
    transform: {
      filter: { id: SOURCES },
      handler(code: string, id: string): { code: string; map: null } {
        return { code: rewrite(id, code).code, map: null };
      },
    },
  };
}
