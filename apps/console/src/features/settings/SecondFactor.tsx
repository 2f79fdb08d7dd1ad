/** Whether people of the organisation need a second factor (docs/adr/0059-a-compulsory-second-factor.md). */
import { t } from '@acacia/texts';
import { Card, toast } from '@acacia/ui';
import { Switch } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { organizationQuery } from '../../data/me.ts';
import { useServices } from '../../services/services.ts';
import { useRequireSecondFactor } from './calls.ts';

export function SecondFactor() {
  const { require_second_factor: required } = useSuspenseQuery(organizationQuery(useServices())).data;
  const change = useRequireSecondFactor();
  return (
    <Card
      title="Second factor"
      description="An authenticator app or a passkey, beside the password. API keys and your directory go on without."
    >
      <Switch
        label="Require a second factor of all people"
        description="Whoever has none sets one up before anything else of the organization opens. You need one yourself."
        checked={change.isPending ? change.variables : required}
        onChange={(event) => {
          const wanted = event.currentTarget.checked;
          change.mutate(wanted, {
            onSuccess: () =>
              toast.success(
                wanted ? t`A second factor is required now.` : t`A second factor is required no longer.`,
              ),
            onError: (error) => toast.error(error),
          });
        }}
      />
    </Card>
  );
}
