import type { EngineErrorCode } from '../error-codes.ts';

type Sentence = (params: never) => string;

/** A row of the catalogue. */
export const row = <Text extends Sentence>(code: EngineErrorCode, text: Text) => ({ code, text });

/** A row whose sentence has TigerGraph's words before it. */
const prefixed = <Text extends Sentence>(code: EngineErrorCode, prefix: string, text: Text) =>
  row(code, ((params: never) => `${prefix}: ${text(params)}`) as Text);

/** A row for what does not fit the catalog. */
export const semantic = <Text extends Sentence>(text: Text) =>
  prefixed('GSQL-SEMANTIC', 'Semantic Check Fails', text);

/** A row for an error of a running query. */
export const runtime = <Text extends Sentence>(code: EngineErrorCode, text: Text) =>
  prefixed(code, 'Runtime Error', text);

/** A row for an export that cannot be imported. */
export const importing = <Text extends Sentence>(text: Text) =>
  prefixed('GSQL-SEMANTIC', 'Import failed', text);
