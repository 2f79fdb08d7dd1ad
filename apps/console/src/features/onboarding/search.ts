import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/**
 * Search parameters of the onboarding; invalid values are left out. `source` says what led there: with `fraud` or
 * `files`, the first choices of the home page, nothing is asked that the choice has answered.
 */
export const onboardingSearch = z.looseObject({ workspace_id: text, graph_name: text, source: text });
