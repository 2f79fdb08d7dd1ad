/** The person's passkeys: added, named and removed. */
import { said, t } from '@acacia/texts';
import { MOST_PASSKEYS, PasskeyName, type Passkey } from '@acacia/contract';
import { ActionButton, InlineRename, RelativeTime, toast } from '@acacia/ui';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useServices } from '../../services/services.ts';
import { formCall } from '../copy-as/form-call.ts';
import { createPasskey, passkeysInBrowser } from './browser-passkeys.ts';
import { nextName, useChange } from './methods.ts';
import { PASSWORD, PasswordStep } from './PasswordStep.tsx';
import classes from './security.module.css';

interface PasskeysProps {
  readonly passkeys: readonly Passkey[];
  /** Why none can be added at this address; null when one can. */
  readonly refused: string | null;
  readonly onCodes: (codes: readonly string[] | null) => void;
}

const NO_BROWSER = t`This browser cannot make passkeys.`;

export function Passkeys({ passkeys, refused, onCodes }: PasskeysProps) {
  const { cloud } = useServices();
  const [adding, setAdding] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const add = useChange(async ({ name, password }: { name: string; password: string }) => {
    const { options } = await cloud.beginPasskey({ body: { current_password: password } });
    return cloud.addPasskey({ body: { name, credential: await createPasskey(options) } });
  });
  const rename = useChange(({ passkey_id, name }: Pick<Passkey, 'passkey_id' | 'name'>) =>
    cloud.renamePasskey({ params: { passkey_id }, body: { name } }),
  );
  const remove = useChange(({ passkey_id, password }: { passkey_id: string; password: string }) =>
    cloud.removePasskey({ params: { passkey_id }, body: { current_password: password } }),
  );

  const leaving = passkeys.find(({ passkey_id }) => passkey_id === removing);
  if (leaving !== undefined) {
    return (
      <PasswordStep
        about={`${leaving.name} will sign you in no longer. Delete it on your device too.`}
        action="Remove the passkey"
        call={formCall('removePasskey', { params: { passkey_id: leaving.passkey_id }, body: PASSWORD })}
        destructive
        onCancel={() => setRemoving(null)}
        onSubmit={async (password) => {
          await remove.mutateAsync({ passkey_id: leaving.passkey_id, password });
          toast.success(t`The passkey is removed.`);
          setRemoving(null);
        }}
      />
    );
  }
  if (adding !== null) {
    const named = PasskeyName.safeParse(adding);
    const wrong = named.success ? null : (said(named.error.issues[0]?.message) ?? null);
    return (
      <PasswordStep
        about="Your browser will ask for your finger, your face or a PIN."
        action="Add the passkey"
        onCancel={() => setAdding(null)}
        onSubmit={async (password) => {
          if (!named.success) return;
          const made = await add.mutateAsync({ name: named.data, password });
          toast.success(t`The passkey is added.`);
          setAdding(null);
          onCodes(made.recovery_codes);
        }}
      >
        <TextInput
          label="Name of the passkey"
          value={adding}
          error={wrong}
          onChange={(event) => setAdding(event.currentTarget.value)}
        />
      </PasswordStep>
    );
  }
  const most = passkeys.length >= MOST_PASSKEYS ? t`You have ${MOST_PASSKEYS} passkeys.` : undefined;
  const blocked = refused ?? (passkeysInBrowser() ? most : NO_BROWSER);
  return (
    <>
      {passkeys.length > 0 && (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.passkey_id} className={classes.row}>
              <span>
                <InlineRename
                  value={passkey.name}
                  what="passkey"
                  validate={(name) => said(PasskeyName.safeParse(name).error?.issues[0]?.message) ?? null}
                  onSave={(name) => rename.mutateAsync({ passkey_id: passkey.passkey_id, name })}
                >
                  {passkey.name}
                </InlineRename>
                <span className={classes.about}>
                  Added <RelativeTime at={passkey.created_at} />
                  {passkey.last_used_at !== null && (
                    <>
                      , used <RelativeTime at={passkey.last_used_at} />
                    </>
                  )}
                  {passkey.synced && ', on all your devices'}
                </span>
              </span>
              <Button
                variant="default"
                size="xs"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => setRemoving(passkey.passkey_id)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.row}>
        <span>{passkeys.length === 0 && 'A finger, a face or a PIN instead of the password.'}</span>
        <ActionButton
          variant="default"
          size="xs"
          disabledReason={blocked}
          onClick={() => setAdding(nextName(passkeys))}
        >
          Add a passkey
        </ActionButton>
      </div>
    </>
  );
}
