/** The part of the organisation's menu that changes to another organisation of the person. */
import type { MyOrganization } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useMe, useMyOrganizations } from '../data/me.ts';
import { useServices } from '../services/services.ts';
import { OrganizationAvatar } from './OrganizationAvatar.tsx';
import classes from './OrganizationMenu.module.css';

/** Number of organisations above which there is a search box. */
const SEARCH_FROM = 8;

/** Nothing for a person with one organisation. */
export function OrganizationSwitcher() {
  const organizations = useMyOrganizations();
  return organizations.length < 2 ? null : <Switcher organizations={organizations} />;
}

function Switcher({ organizations }: { readonly organizations: readonly MyOrganization[] }) {
  const { session } = useServices();
  const { org_id: current } = useMe();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = organizations.filter(({ org_display_name: name, org_name }) =>
    `${name} ${org_name}`.toLowerCase().includes(wanted),
  );
  const enter = (id: string): void => {
    if (id !== current) session.enterOrganization(id, '/').catch(toast.error);
  };
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Organizations</Menu.Label>
      {organizations.length > SEARCH_FROM && (
        <Menu.Search
          size="xs"
          aria-label="Find an organization"
          placeholder="Find an organization"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {shown.length === 0 && (
        <div className={classes.version} role="status">
          No organization has this name.
        </div>
      )}
      <div
        className={classes.organizations}
        role={shown.length === 0 ? undefined : 'menu'}
        aria-label={shown.length === 0 ? undefined : 'Organizations'}
      >
        <Menu.RadioGroup value={current ?? ''} onChange={enter}>
          {shown.map((each) => (
            <Menu.RadioItem key={each.org_id} value={each.org_id}>
              <span className={classes.organization}>
                <OrganizationAvatar of={each} />
                <span className={classes.name} title={each.org_name}>
                  {each.org_display_name}
                </span>
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
    </>
  );
}
