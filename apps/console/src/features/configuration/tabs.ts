/** Tabs of a workspace's configuration, by their names in addresses. */
export const CONFIGURATION_TABS = ['general', 'advanced', 'addons', 'alerts', 'graph_admin'] as const;
export type ConfigurationTab = (typeof CONFIGURATION_TABS)[number];
