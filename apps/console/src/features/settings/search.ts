import { z } from 'zod';

const SETTINGS_TABS = ['org_settings', 'api_key', 'feedback'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

const text = z.string().optional().catch(undefined);

/** Search parameters of `/admin/settings`. */
export const settingsSearch = z.object({
  tab: z.enum(SETTINGS_TABS).optional().catch(undefined),
  /** Filter of the table of keys. */
  find: text,
  /** Id of the key whose permissions are shown. */
  key: text,
});
