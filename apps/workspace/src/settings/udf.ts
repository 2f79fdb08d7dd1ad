/**
 * The files of user-defined functions. Functions in JavaScript are passed to the engine, and queries may call them. C++
 * cannot run here: it is stored and given back, and calling a function that exists only in C++ is an error that says
 * so.
 */
import { UDF_FILES, UdfName } from '@acacia/contract';
import type { Engine } from '@acacia/engine';
import { isCpp, withoutComments } from '@acacia/language';
import type { KeptFiles } from '../storage/kept-files.ts';
import { UDF_TEMPLATES } from './udf-templates.ts';

export interface UdfFiles {
  /** The stored text, or the template. */
  read(name: UdfName): string;
  /** Saves a file; returns a sentence about the effect. @throws EngineError for JavaScript that cannot be run */
  save(name: UdfName, text: string): Promise<string>;
  /** Adds to a message about unknown functions where each is defined, if a file defines it. */
  explain(message: string): string;
}

const DEFINITION = /[\w>&*\]]\s*[\s*&]([A-Za-z_]\w*)\s*\([^(){};]*\)\s*(?:const\s*)?\{/g;
const NO_FUNCTIONS = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'else']);

/** Names of the functions that a text defines. */
function definedFunctions(text: string): string[] {
  const names = [...withoutComments(text).matchAll(DEFINITION)].map(([, name = '']) => name);
  return names.filter((name) => !NO_FUNCTIONS.has(name));
}

/** Messages of the language and the loader about an unknown function. */
const UNKNOWN_FUNCTION =
  /(?:Function (\w+) is not known|The token function '(\w+)' is not known or not supported)\.(?: Did you mean \w+\?)?/g;

const NOT_IN_CPP = 'user-defined functions in C++ cannot run in this workspace.';

export async function openUdfFiles(
  files: KeptFiles,
  engine: Pick<Engine, 'putFunctions'>,
): Promise<UdfFiles> {
  const texts = new Map<UdfName, string>();
  /** Functions in C++, by the file that they stand in. */
  const functions = new Map<string, string>();
  const take = (name: UdfName, text: string): void => {
    texts.set(name, text);
    const file = UDF_FILES[name];
    for (const [known, where] of functions) if (where === file) functions.delete(known);
    if (!isCpp(text)) return;
    for (const known of definedFunctions(text)) functions.set(known, file);
  };
  const place = (name: UdfName): string => `udf/${UDF_FILES[name]}`;
  for (const name of UdfName.options) {
    const text = await files.read(place(name));
    if (text !== undefined) take(name, text);
  }
  return {
    read: (name) => texts.get(name) ?? UDF_TEMPLATES[name],
    async save(name, text) {
      await engine.putFunctions(name, isCpp(text) ? '' : text);
      await files.write(place(name), text);
      take(name, text);
      const saved = `${UDF_FILES[name]} was saved.`;
      if (isCpp(text)) {
        return `${saved} User-defined functions in C++ cannot run in this version: a query or a loading job that calls one is refused with the name of this file. Functions in JavaScript run.`;
      }
      return `${saved} Queries and loading jobs may call its functions.`;
    },
    explain(message) {
      if (functions.size === 0) return message;
      return message.replaceAll(UNKNOWN_FUNCTION, (whole: string, inQuery?: string, inLoad?: string) => {
        const name = inQuery ?? inLoad ?? '';
        const found = functions.get(name);
        return found === undefined ? whole : `The function ${name} is defined in ${found}: ${NOT_IN_CPP}`;
      });
    },
  };
}
