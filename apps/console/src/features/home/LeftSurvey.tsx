/** Leads an administrator back to the survey that nobody of the organisation has answered, and so to the first workspace. */
import { Notice } from '@acacia/ui';
import { Link } from '@tanstack/react-router';
import { useCan, useOrganization } from '../../data/me.ts';
import classes from './home.module.css';

export function LeftSurvey() {
  const mayAnswer = useCan()('workgroup.create');
  const organization = useOrganization().data;
  if (!mayAnswer || organization?.marketing_done !== false) return null;
  return (
    <Notice
      tone="info"
      title="A few questions are left"
      action={
        <Link to="/survey" className={classes.start}>
          Go on
        </Link>
      }
    >
      Nobody has answered the survey of your organization yet. It leads on to the first workspace.
    </Notice>
  );
}
