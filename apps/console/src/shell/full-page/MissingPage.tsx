/** In place of a page whose workgroup is not there: it is gone, or of another organisation of the person. */
import { t } from '@acacia/texts';
import { useParams } from '@tanstack/react-router';
import { useElsewhere } from '../../data/me.ts';
import { InAnotherOrganization } from '../InAnotherOrganization.tsx';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import classes from './FullPage.module.css';
import { NotFoundPage } from './NotFoundPage.tsx';

export function MissingPage() {
  useDocumentTitle(t`Page not found`);
  const { groupID } = useParams({ strict: false });
  const elsewhere = useElsewhere(groupID);
  if (elsewhere === undefined) return null;
  if (elsewhere === null) return <NotFoundPage />;
  return (
    <div className={classes.inside}>
      <InAnotherOrganization page organization={elsewhere} />
    </div>
  );
}
