/** Errors as SCIM has them (RFC 7644, section 3.12). */
import { ERROR_STATUS } from '@acacia/contract';
import { problem, type Problem } from '../../errors/problem.ts';

type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue';

interface Wire {
  readonly status: number;
  readonly scimType?: ScimType;
}

/** An error of the catalogue with what SCIM says of it beside the sentence. */
export class ScimFault extends Error {
  readonly problem: Problem;
  readonly wire: Wire;
  constructor(found: Problem, scimType: ScimType | undefined, status: number) {
    super(found.message);
    this.name = 'ScimFault';
    this.problem = found;
    this.wire = { status, ...(scimType === undefined ? {} : { scimType }) };
  }
}

/** @param status where it is not that of the catalogue's row */
export const fault = (found: Problem, scimType?: ScimType, status = ERROR_STATUS[found.type]): ScimFault =>
  new ScimFault(found, scimType, status);

export const badFilter = (reason: string): ScimFault =>
  fault(problem('scimFilterRefused', { reason }), 'invalidFilter');
export const badPath = (path: string): ScimFault =>
  fault(problem('scimPathRefused', { path }), 'invalidPath');
export const badValue = (reason: string): ScimFault =>
  fault(problem('scimValueRefused', { reason }), 'invalidValue');

const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The status and body of a refusal. */
export function scimErrorOf(found: Problem | ScimFault): { readonly status: number; readonly body: object } {
  const { status, ...wire } = found instanceof ScimFault ? found.wire : { status: ERROR_STATUS[found.type] };
  return { status, body: { schemas: [SCHEMA], status: String(status), ...wire, detail: found.message } };
}
