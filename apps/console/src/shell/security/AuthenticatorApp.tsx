/** Sets an authenticator app up, or removes it. */
import { t } from '@acacia/texts';
import { RelativeTime, toast } from '@acacia/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useServices } from '../../services/services.ts';
import { formCall } from '../copy-as/form-call.ts';
import { AppSetup } from './AppSetup.tsx';
import { useChange } from './methods.ts';
import { PASSWORD, PasswordStep } from './PasswordStep.tsx';
import classes from './security.module.css';

interface AuthenticatorAppProps {
  /** When it was set up; null: there is none. */
  readonly since: string | null;
  readonly onCodes: (codes: readonly string[] | null) => void;
}

type Step = 'none' | 'password' | 'remove' | { readonly secret: string; readonly uri: string };

export function AuthenticatorApp({ since, onCodes }: AuthenticatorAppProps) {
  const { cloud } = useServices();
  const [step, setStep] = useState<Step>('none');
  const close = (): void => setStep('none');
  const remove = useChange((current_password: string) =>
    cloud.removeAuthenticatorApp({ body: { current_password } }),
  );
  if (step === 'password') {
    return (
      <PasswordStep
        about="You need an app for codes on your phone, or a password manager that shows them."
        action="Next"
        call={formCall('beginAuthenticatorApp', { body: PASSWORD })}
        onCancel={close}
        onSubmit={async (current_password) =>
          setStep(await cloud.beginAuthenticatorApp({ body: { current_password } }))
        }
      />
    );
  }
  if (step === 'remove') {
    return (
      <PasswordStep
        about="You will not be asked for a code of the app any more."
        action="Remove the app"
        call={formCall('removeAuthenticatorApp', { body: PASSWORD })}
        destructive
        onCancel={close}
        onSubmit={async (password) => {
          await remove.mutateAsync(password);
          toast.success(t`The authenticator app is removed.`);
          close();
        }}
      />
    );
  }
  if (step !== 'none') {
    return (
      <AppSetup
        secret={step.secret}
        uri={step.uri}
        onCancel={close}
        onDone={(codes) => {
          close();
          onCodes(codes);
        }}
      />
    );
  }
  return (
    <div className={classes.row}>
      <span>
        {since === null ? (
          'Six digits that an app shows, after the password.'
        ) : (
          <span>
            Set up <RelativeTime at={since} />
          </span>
        )}
      </span>
      {since === null ? (
        <Button variant="default" size="xs" onClick={() => setStep('password')}>
          Set up
        </Button>
      ) : (
        <Button variant="default" size="xs" onClick={() => setStep('remove')}>
          Remove
        </Button>
      )}
    </div>
  );
}
