import { translate } from './catalogues.ts';

/** The translation of a text that a server or the contract gave in English. */
export function said(text: string): string;
export function said(text: string | undefined): string | undefined;
export function said(text: string | undefined): string | undefined {
  return translate === null || text === undefined ? text : translate(text);
}
