import { translate, translateMore } from './catalogues.ts';

let present = translate;

void translateMore?.then((more) => {
  present = more;
});

/** The translation of a text that a server or the contract gave in English. */
export function said(text: string): string;
export function said(text: string | undefined): string | undefined;
export function said(text: string | undefined): string | undefined {
  return present === null || text === undefined ? text : present(text);
}
