/** Logo of an organisation, or the first letter of its name where there is none, or where it has gone meanwhile. */
import type { Organization } from '@acacia/contract';
import { useState } from 'react';
import classes from './OrganizationMenu.module.css';

/** @param of undefined while it is not known yet */
export function OrganizationAvatar({ of }: { readonly of: Organization | undefined }) {
  const { logo_url: logo = null, org_display_name: name = 'A' } = of ?? {};
  const [gone, setGone] = useState<string | null>(null);
  return (
    <span className={classes.avatar} aria-hidden="true">
      {logo === null || logo === gone ? (
        [...name][0]?.toUpperCase()
      ) : (
        <img src={logo} alt="" className={classes.logo} onError={() => setGone(logo)} />
      )}
    </span>
  );
}
