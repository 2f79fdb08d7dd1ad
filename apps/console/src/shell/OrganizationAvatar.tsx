/** Logo of an organisation, or the first letter of its name. */
import type { Organization } from '@acacia/contract';
import classes from './OrganizationMenu.module.css';

/** @param of undefined while it is not known yet */
export function OrganizationAvatar({ of }: { readonly of: Organization | undefined }) {
  const { logo_url: logo = null, org_display_name: name = 'A' } = of ?? {};
  return (
    <span className={classes.avatar} aria-hidden="true">
      {logo === null ? [...name][0]?.toUpperCase() : <img src={logo} alt="" className={classes.logo} />}
    </span>
  );
}
