import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** Search parameters of the onboarding; invalid values are left out. `source` says which menu led there. */
export const onboardingSearch = z.looseObject({ workspace_id: text, graph_name: text, source: text });
