/**
 * The files of user-defined functions. They are kept and given back; C++ cannot run here, so whoever
 * calls a function that stands only in them is told so.
 */
import { UDF_FILES, UdfName } from '@acacia/contract';
import type { KeptFiles } from '../storage/kept-files.ts';
import { UDF_TEMPLATES } from './udf-templates.ts';

export interface UdfFiles {
  /** The stored text, or the template. */
  read(name: UdfName): string;
  save(name: UdfName, text: string): Promise<void>;
  /** Says of every function that a message does not know and a file defines where it stands. */
  explain(message: string): string;
}

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const DEFINITION = /[\w>&*\]]\s*[\s*&]([A-Za-z_]\w*)\s*\([^(){};]*\)\s*(?:const\s*)?\{/g;
const NO_FUNCTIONS = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'else']);

/** Names of the functions that a C++ text defines. */
function definedFunctions(text: string): string[] {
  const names = [...text.replaceAll(COMMENTS, ' ').matchAll(DEFINITION)].map(([, name = '']) => name);
  return names.filter((name) => !NO_FUNCTIONS.has(name));
}

/** How the language and the loader say that they know no function of a name. */
const UNKNOWN_FUNCTION =
  /(?:Function (\w+) is not known|The token function '(\w+)' is not known or not supported)\.(?: Did you mean \w+\?)?/g;

export async function openUdfFiles(files: KeptFiles): Promise<UdfFiles> {
  const texts = new Map<UdfName, string>();
  /** File by function. */
  const functions = new Map<string, string>();
  const take = (name: UdfName, text: string): void => {
    texts.set(name, text);
    for (const [known, file] of functions) if (file === UDF_FILES[name]) functions.delete(known);
    for (const known of definedFunctions(text)) functions.set(known, UDF_FILES[name]);
  };
  const place = (name: UdfName): string => `udf/${UDF_FILES[name]}`;
  for (const name of UdfName.options) {
    const text = await files.read(place(name));
    if (text !== undefined) take(name, text);
  }
  return {
    read: (name) => texts.get(name) ?? UDF_TEMPLATES[name],
    async save(name, text) {
      await files.write(place(name), text);
      take(name, text);
    },
    explain(message) {
      if (functions.size === 0) return message;
      return message.replaceAll(UNKNOWN_FUNCTION, (whole: string, inQuery?: string, inLoad?: string) => {
        const name = inQuery ?? inLoad ?? '';
        const file = functions.get(name);
        return file === undefined
          ? whole
          : `The function ${name} is defined in ${file}: user-defined functions in C++ cannot run in this workspace.`;
      });
    },
  };
}
