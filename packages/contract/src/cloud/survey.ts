/** The survey and the founding of an organisation (specification part 1, section 4; part 3, section 9). */
import { z } from 'zod';

export const SURVEY_ROLES = [
  'BI / Analyst',
  'Business Executive',
  'Data Engineer',
  'Developer / Engineer',
  'IT / DBA',
  'Product Manager',
  'Marketing',
  'Security',
  'Technical Executive',
  'Startup Founder',
  'Student',
  'Other',
] as const;
export const SURVEY_USAGES = [
  'Initial Research',
  'Testing and Evaluation',
  'Production Use Case',
  'Other',
] as const;
/** The use cases to choose from; under 'Other' the person writes their own. */
export const SURVEY_USE_CASES = [
  'Fraud',
  'Anti-Money Laundering',
  'Cybersecurity',
  'Customer 360',
  'Product Recommendation',
  'Other',
] as const;

const LONGEST = 100;
const MOST_USE_CASES = 20;

const answer = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(LONGEST, `must have at most ${LONGEST} characters`);

export const Survey = z
  .object({
    first_name: answer('Please enter your first name.'),
    last_name: answer('Please enter your last name.'),
    company: answer('Please enter your company name.'),
    role: z.enum(SURVEY_ROLES, 'Please select your role.'),
    use_for: z.enum(SURVEY_USAGES, 'Please select how you are going to use the product.'),
    /** Use cases of `SURVEY_USE_CASES`, and the person's own. */
    biz_use_case: z
      .array(answer('Please input at least one use case.'))
      .min(1, 'Please input at least one use case.')
      .max(MOST_USE_CASES, `must be at most ${MOST_USE_CASES} use cases`),
    /** Whether the answers come from this generation of the cloud's console. */
    savanna: z.boolean(),
  })
  .strict()
  .meta({ id: 'Survey' });
export type Survey = z.infer<typeof Survey>;

/** A use case list from choices and the text under 'Other', which separates by commas. */
export const casesOf = (chosen: readonly string[], other: string): string[] => [
  ...new Set([
    ...chosen.filter((each) => each !== 'Other'),
    ...(chosen.includes('Other') ? other.split(',').map((each) => each.trim()) : []).filter(
      (each) => each !== '',
    ),
  ]),
];

/** The organisation that a job is to make: its names where nobody else has them. */
export const JobParams = z.object({ org_name: z.string(), org_display_name: z.string() });
export type JobParams = z.infer<typeof JobParams>;

/** The founding of an organisation for a person who has none. */
export const Job = z
  .object({
    job_id: z.string(),
    job_status: z.enum(['PENDING', 'RUNNING', 'SUCCESS', 'FAILURE']),
    /** The organisation to work in, once the job has succeeded; null before. */
    org_id: z.string().nullable(),
    job_params: JobParams,
    /** The reason of a FAILURE; '' otherwise. */
    detail: z.string(),
  })
  .meta({ id: 'Job' });
export type Job = z.infer<typeof Job>;

/** Limits of the onboarding import: bytes of all files together, columns of one. */
export const IMPORT_BYTES = 2 ** 30;
export const IMPORT_COLUMNS = 120;

/** Why a file with so many columns is left out of the import. */
export const tooManyImportColumns = (columns: number): string =>
  `It has ${columns.toLocaleString('en')} columns: files of up to ${IMPORT_COLUMNS} can be imported here. Load data takes more.`;
