/** A file in the editor's address. */
import type { OpenDocument } from './open-document.ts';

/** Before the id of a temporary file, which the tab that has it can open, and nobody else. */
const TEMPORARY = 'draft-';

/** @param document the file, as far as it is open */
export const fileAddress = (id: string, document: Pick<OpenDocument, 'state'> | undefined): string =>
  document?.state === 'temporary' ? `${TEMPORARY}${id}` : id;

export const addressedFile = (address: string): { readonly id: string; readonly temporary: boolean } =>
  address.startsWith(TEMPORARY)
    ? { id: address.slice(TEMPORARY.length), temporary: true }
    : { id: address, temporary: false };
