import { LogoMark } from '@acacia/ui';
import classes from './FullPage.module.css';

/** Shown while the session is looked up. */
export function Splash() {
  return (
    <main className={classes.page} aria-busy="true" aria-label="Loading Acacia">
      <LogoMark size={40} />
    </main>
  );
}
