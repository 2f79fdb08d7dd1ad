/** Questions of people to whoever supports the installation. */
import { z } from 'zod';

export const SUPPORT_SUBJECT_LENGTH = 150;
export const SUPPORT_MESSAGE_LENGTH = 8_000;
/** Questions that a person can send within a day. */
export const SUPPORT_A_DAY = 20;

export const SUPPORT_TEXTS = {
  required: 'This field is required.',
  sent: 'Your message is on its way',
  /** Where no mail server is set up. */
  kept: 'No mail server is set up: your message was written as a file into the folder mail of the data folder',
} as const;

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1, SUPPORT_TEXTS.required)
    .max(most, `must have at most ${most.toLocaleString('en-US')} characters`);

export const SupportRequest = z
  .object({
    /** One line: it is the subject of the mail. */
    subject: text(SUPPORT_SUBJECT_LENGTH).regex(/^[^\r\n]*$/, 'must be one line'),
    message: text(SUPPORT_MESSAGE_LENGTH),
    /** Path of the page that the question is about. */
    page: z
      .string()
      .max(500, 'must have at most 500 characters')
      .regex(/^\/[^\r\n]*$/, 'must be a path such as /editor'),
  })
  .strict()
  .meta({ id: 'SupportRequest' });
export type SupportRequest = z.infer<typeof SupportRequest>;
