/** How the person signs in besides the password, as a dialog. */
import '@acacia/ui/controls';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { SignOutElsewhere } from '../SignOutElsewhere.tsx';
import classes from './security.module.css';
import { SignInMethods } from './SignInMethods.tsx';

export default function SecurityDialog({ onClose }: { readonly onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title="Security"
      size={560}
      closeOnClickOutside={codes === null}
      closeOnEscape={codes === null}
    >
      <SignInMethods codes={codes} onCodes={setCodes} />
      {codes === null && (
        <div className={classes.elsewhere}>
          <p className={classes.about}>
            After any other change, sessions elsewhere go on until you end them.
          </p>
          <SignOutElsewhere variant="default" size="xs" />
        </div>
      )}
    </Modal>
  );
}
