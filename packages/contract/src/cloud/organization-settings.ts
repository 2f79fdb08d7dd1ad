/** Names and logo of an organisation: rules and texts (specification part 3, sections 5 and 8). */
import { z } from 'zod';

/** Characters of a name, of either kind. */
const ORG_NAME_LENGTH = { least: 3, most: 50 } as const;
const ORG_NAME = /^[a-z0-9][a-z0-9_-]{2,49}$/;
export const INVALID_ORG_NAME =
  "invalid name, the name must only contain lowercase characters, '-', and '_', and start with a letter or number";

export const ORG_TEXTS = {
  required: 'required',
  shortest: `minimum length is ${ORG_NAME_LENGTH.least}`,
  longest: `maximum length is ${ORG_NAME_LENGTH.most}`,
  oneLine: 'must be one line',
  /** Tabs of the settings page. */
  settingsTab: 'Organization Setting',
  keysTab: 'API Keys',
  updated: 'Organization settings updated successfully.',
  logoAddress: 'The logo must be a PNG, JPEG or WebP picture, or a web address of one.',
} as const;

/** Why a text is no name of an organisation; null when it is one. */
export function orgNameFault(name: string): string | null {
  if (name === '') return ORG_TEXTS.required;
  if (name.length < ORG_NAME_LENGTH.least) return ORG_TEXTS.shortest;
  if (name.length > ORG_NAME_LENGTH.most) return ORG_TEXTS.longest;
  return ORG_NAME.test(name) ? null : INVALID_ORG_NAME;
}

/** Why a text is no display name; null when it is one. */
export function orgDisplayNameFault(text: string): string | null {
  const name = text.trim();
  if (name === '') return ORG_TEXTS.required;
  if (name.length < ORG_NAME_LENGTH.least) return ORG_TEXTS.shortest;
  if (name.length > ORG_NAME_LENGTH.most) return ORG_TEXTS.longest;
  // It stands in the subjects of mails.
  return /\p{Cc}/u.test(name) ? ORG_TEXTS.oneLine : null;
}

/** Limits of a logo: bytes of the file, and pixels of a side. */
export const LOGO_BYTES = 256 * 1024;
export const LOGO_PIXELS = 2048;
/** Types that a logo may have. SVG is none: it is a document with scripts and links (docs/adr/0054-logos.md). */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];
/** Begins the text of a logo that is sent with the call. */
export const LOGO_UPLOAD = /^data:[^,]{0,100};base64,/;

const named = (fault: (text: string) => string | null) =>
  z.string({ error: ORG_TEXTS.required }).check(({ value, issues }) => {
    const message = fault(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });

export const UpdateOrganizationSecurity = z
  .object({ require_second_factor: z.boolean() })
  .strict()
  .meta({ id: 'UpdateOrganizationSecurity' });

export const UpdateOrganization = z
  .object({
    orgName: named(orgNameFault),
    orgDisplayName: named(orgDisplayNameFault).transform((text) => text.trim()),
    /**
     * A picture as a `data:` address in base64, or a web address, from which it is copied once. The present address, or
     * none: the logo stays. Null or empty: there is no logo any more.
     */
    logoUrl: z
      .string()
      .max(2 * LOGO_BYTES, ORG_TEXTS.logoAddress)
      .nullable()
      .optional(),
  })
  .strict()
  .meta({ id: 'UpdateOrganization' });
