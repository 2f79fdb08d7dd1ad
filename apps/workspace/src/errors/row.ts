/** Rows of the catalogue of errors. */

export const row = <Text extends (params: never) => string>(
  status: number,
  code: string,
  text: Text,
  help?: string,
) => ({ status, code, text, ...(help === undefined ? {} : { help }) });

/** A row whose sentence a rule elsewhere chooses. `about`: subject of the sentence. */
export const chosen = (status: number, code: string, about: string, help?: string) => ({
  ...row(status, code, ({ reason }: { readonly reason: string }) => reason, help),
  about,
});

export interface Named {
  readonly name: string;
}
export interface OfGraph extends Named {
  readonly graph: string;
}
