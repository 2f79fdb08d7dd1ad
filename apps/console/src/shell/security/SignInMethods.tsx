/** The ways in which the person signs in: authenticator app, passkeys, recovery codes, each set up and removed. */
import { Skeleton, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useServices } from '../../services/services.ts';
import { LoadBoundary } from '../loading/LoadBoundary.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { methodsQuery } from './methods.ts';
import { Passkeys } from './Passkeys.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './security.module.css';
import { ShownCodes } from './ShownCodes.tsx';

interface SignInMethodsProps {
  /** Recovery codes that were just made: they stand in place of all else until the person has kept them; null: none. */
  readonly codes: readonly string[] | null;
  readonly onCodes: (codes: readonly string[] | null) => void;
}

export function SignInMethods(props: SignInMethodsProps) {
  return (
    <LoadBoundary compact what="Your sign-in" skeleton={<Skeleton height={260} />}>
      <Methods {...props} />
    </LoadBoundary>
  );
}

function Methods({ codes, onCodes }: SignInMethodsProps) {
  const { data: methods } = useSuspenseQuery(methodsQuery(useServices()));
  const show = (made: readonly string[] | null): void => {
    if (made !== null) onCodes(made);
  };
  if (codes !== null) return <ShownCodes codes={codes} onKept={() => onCodes(null)} />;
  return (
    <Stack gap="lg">
      <p className={classes.about}>
        With an authenticator app or a passkey, your password alone signs nobody in. With the first one you
        are signed out elsewhere.
      </p>
      <section>
        <h3 className={classes.title}>Authenticator app</h3>
        <AuthenticatorApp since={methods.authenticator_app_since} onCodes={show} />
      </section>
      <section>
        <h3 className={classes.title}>Passkeys</h3>
        <Passkeys passkeys={methods.passkeys} refused={methods.passkeys_refused} onCodes={show} />
      </section>
      <section>
        <h3 className={classes.title}>Recovery codes</h3>
        <RecoveryCodes methods={methods} onCodes={show} />
      </section>
    </Stack>
  );
}
