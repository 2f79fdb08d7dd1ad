/** Calls that a form is about to send. */
import type { CloudClient, CloudInput } from '@acacia/api-client';
import type { CallInput } from '@acacia/api-client/commands';
import type { CloudCall } from '@acacia/contract';

/** A call with what a form has entered so far. */
export interface FormCall {
  readonly call: CloudCall;
  readonly input: CallInput;
}

/** A call with its input, checked against each other. */
export const formCall = <K extends CloudCall>(call: K, input: CloudInput<K>): FormCall => ({
  call,
  input: input as CallInput,
});

/** Sends a call just as it is copied. @throws CloudError when it fails */
export const sendCall = (cloud: CloudClient, { call, input }: FormCall): Promise<unknown> =>
  (cloud[call] as (input: CallInput) => Promise<unknown>)(input);
