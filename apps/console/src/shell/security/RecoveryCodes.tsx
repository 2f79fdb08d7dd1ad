/** How many recovery codes are left, and new ones. */
import { t } from '@acacia/texts';
import { RECOVERY_CODES, type SignInMethods } from '@acacia/contract';
import { ActionButton } from '@acacia/ui';
import { useState } from 'react';
import { useServices } from '../../services/services.ts';
import { formCall } from '../copy-as/form-call.ts';
import { useChange } from './methods.ts';
import { PASSWORD, PasswordStep } from './PasswordStep.tsx';
import classes from './security.module.css';

interface RecoveryCodesProps {
  readonly methods: SignInMethods;
  readonly onCodes: (codes: readonly string[] | null) => void;
}

export function RecoveryCodes({ methods, onCodes }: RecoveryCodesProps) {
  const { cloud } = useServices();
  const [asking, setAsking] = useState(false);
  const renew = useChange((current_password: string) =>
    cloud.renewRecoveryCodes({ body: { current_password } }),
  );
  if (asking) {
    return (
      <PasswordStep
        about={`You get ${RECOVERY_CODES} new codes. The earlier ones are good no longer.`}
        action="Make new codes"
        call={formCall('renewRecoveryCodes', { body: PASSWORD })}
        onCancel={() => setAsking(false)}
        onSubmit={async (password) => {
          const { recovery_codes } = await renew.mutateAsync(password);
          setAsking(false);
          onCodes(recovery_codes);
        }}
      />
    );
  }
  const none = methods.authenticator_app_since === null && methods.passkeys.length === 0;
  return (
    <div className={classes.row}>
      <span>
        {none
          ? 'You get them with your first app or passkey.'
          : `${methods.recovery_codes_left} of ${RECOVERY_CODES} are left. Each replaces the app or passkey once.`}
      </span>
      <ActionButton
        variant="default"
        size="xs"
        disabledReason={none ? t`Set up an authenticator app or a passkey first.` : undefined}
        onClick={() => setAsking(true)}
      >
        Make new codes
      </ActionButton>
    </div>
  );
}
