/** One row of the catalogue of errors. */
import { ERROR_STATUS, type ErrorType } from '@acacia/contract';

export const row = <Text extends (params: never) => string>(code: ErrorType, text: Text, help?: string) => ({
  code,
  status: ERROR_STATUS[code],
  text,
  ...(help === undefined ? {} : { help }),
});
