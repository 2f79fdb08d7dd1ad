import { AddonId } from '@acacia/contract';
import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** The filters of the solutions. */
export const solutionsSearch = z.object({ category: text, q: text });

/** `config`: the add-on whose settings are open. */
export const addonsSearch = z.object({ config: AddonId.optional().catch(undefined) });

/** The workspace in which an installed solution is opened. */
export const solutionSearch = z.object({ workspace_id: text });
