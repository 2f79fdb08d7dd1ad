/** A person as initials, name and e-mail. */
import { Avatar } from '@acacia/ui';
import classes from './access.module.css';

interface WhoProps {
  readonly email: string;
  /** '' where it is not known. */
  readonly name: string;
}

export function Who({ email, name }: WhoProps) {
  return (
    <>
      <Avatar person={name === '' ? email : name} aria-hidden="true" />
      <div className={classes.who}>
        {name !== '' && <p className={classes.name}>{name}</p>}
        <p className={classes.email}>{email}</p>
      </div>
    </>
  );
}
