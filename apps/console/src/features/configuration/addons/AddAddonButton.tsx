/** Adds an add-on to the organisation; for its administrators. */
import { said, t } from '@acacia/texts';
import { CLICK_TO_ADD, type Addon } from '@acacia/contract';
import { ActionButton, toast } from '@acacia/ui';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useServices } from '../../../services/services.ts';
import { addonKeys } from '../../../data/addons.ts';

export function AddAddonButton({ addon }: { readonly addon: Addon }) {
  const { cloud, queryClient } = useServices();
  const add = useMutation({
    mutationFn: () => cloud.addAddon({ params: { addon_id: addon.AddonsID } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: addonKeys.all }),
    onError: (error) => toast.error(error),
  });
  return (
    <ActionButton
      variant="default"
      size="xs"
      leftSection={<IconPlus size={14} stroke={1.8} />}
      aria-label={t`${said(CLICK_TO_ADD)}: ${addon.Title}`}
      loading={add.isPending}
      onClick={() => add.mutate()}
    >
      {said(CLICK_TO_ADD)}
    </ActionButton>
  );
}
