/** `/admin/settings`: names, logo, directory and API keys of the organisation (specification part 3, section 2). */
import { said, t } from '@acacia/texts';
import { ORG_TEXTS } from '@acacia/contract';
import { PageBody, PageHeader, PageSkeleton } from '@acacia/ui';
import { Stack, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useServices } from '../../services/services.ts';
import { GuideLink } from '../../shell/GuideLink.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { Subscriptions } from '../billing/Subscriptions.tsx';
import { ScimCard } from '../provisioning/ScimCard.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { FeedbackTab } from './FeedbackTab.tsx';
import { General } from './General.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import type { SettingsTab } from './search.ts';
import classes from './settings.module.css';

function GeneralTab() {
  return (
    <Stack gap="md">
      <General />
      <SecondFactor />
      <ScimCard />
      <Subscriptions />
    </Stack>
  );
}

const TABS = [
  { value: 'org_settings', label: said(ORG_TEXTS.settingsTab), Panel: GeneralTab },
  { value: 'api_key', label: said(ORG_TEXTS.keysTab), Panel: ApiKeys },
  { value: 'feedback', label: t`Feedback`, Panel: FeedbackTab },
] as const;

const WHAT: Readonly<Record<SettingsTab, string>> = {
  org_settings: t`The settings`,
  api_key: t`The API keys`,
  feedback: t`The feedback`,
};

export function Page() {
  useDocumentTitle(t`Settings`);
  const { features } = useServices().config;
  const { tab = 'org_settings' } = useSearch({ from: '/shell/admin/settings' });
  const navigate = useNavigate({ from: '/admin/settings' });
  const tabs = TABS.filter(({ value }) => value !== 'api_key' || features.includes('api-key'));
  const value = tabs.some((each) => each.value === tab) ? tab : 'org_settings';
  const open = (next: SettingsTab): void =>
    void navigate({ search: next === 'org_settings' ? {} : { tab: next } });
  return (
    <PageBody>
      <Tabs
        keepMounted={false}
        value={value}
        onChange={(next) => {
          const found = tabs.find((each) => each.value === next);
          if (found !== undefined) open(found.value);
        }}
      >
        <PageHeader
          title="Settings"
          description="What your organization is called, and the programs that may act in it."
          actions={<GuideLink guide="settings" about="settings and API keys" />}
        >
          <Tabs.List className={classes.tabs} aria-label="Settings">
            {tabs.map((each) => (
              <Tabs.Tab key={each.value} value={each.value}>
                {each.label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </PageHeader>
        {tabs.map(({ value: each, label, Panel }) => (
          <Tabs.Panel key={each} value={each}>
            <LoadBoundary what={WHAT[each]} skeleton={<PageSkeleton label={`Loading ${label}`} />}>
              <Panel />
            </LoadBoundary>
          </Tabs.Panel>
        ))}
      </Tabs>
    </PageBody>
  );
}
