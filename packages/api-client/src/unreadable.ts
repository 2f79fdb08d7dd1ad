/** Answers that are not what the contract says. */
import type { z } from 'zod';
import { CloudError } from './cloud-error.ts';

/**
 * Reads a successful answer of the control plane.
 * @throws CloudError, with the fault as its cause, when something else answered than this version's control plane: a
 *   proxy with a page of its own, or another version of Acacia
 */
export async function readAnswer<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const text = await response.text();
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const message =
      'The answer of the server could not be read. Reload the page. If it happens again, something between this browser and Acacia answers in its place, such as a proxy.';
    throw Object.assign(new CloudError(response.status, message), { cause });
  }
}
