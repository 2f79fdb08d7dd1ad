/** How the person signs in besides the password: authenticator app, passkeys, recovery codes. */
import '@acacia/ui/controls';
import { ErrorState } from '@acacia/ui';
import { Modal, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../services/services.ts';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { Passkeys } from './Passkeys.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { methodsQuery } from './methods.ts';
import classes from './security.module.css';
import { ShownCodes } from './ShownCodes.tsx';

export default function SecurityDialog({ onClose }: { readonly onClose: () => void }) {
  const { data: methods, error, refetch } = useQuery(methodsQuery(useServices()));
  /** Recovery codes that were just made: they are shown until the person has kept them. */
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const show = (made: readonly string[] | null): void => {
    if (made !== null) setCodes(made);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Security"
      size={560}
      closeOnClickOutside={codes === null}
      closeOnEscape={codes === null}
    >
      {codes !== null && <ShownCodes codes={codes} onKept={() => setCodes(null)} />}
      {codes === null && error !== null && methods === undefined && (
        <ErrorState what="Your sign-in" error={error} onRetry={() => void refetch()} compact />
      )}
      {codes === null && error === null && methods === undefined && <Skeleton height={260} />}
      {codes === null && methods !== undefined && (
        <Stack gap="lg">
          <p className={classes.about}>
            With an authenticator app or a passkey, your password alone signs nobody in.
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
      )}
    </Modal>
  );
}
