/** The ways in which the person signs in, and calls that change them. */
import { t } from '@acacia/texts';
import type { Passkey } from '@acacia/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Services } from '../../services/services.ts';

export const methodsQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: ['sign-in methods'],
    queryFn: ({ signal }) => cloud.getMySignInMethods({ signal }),
  });

/** A change of the methods, which are read again afterwards. */
export function useChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ['sign-in methods'] }),
  });
}

/** A name for the next passkey that no other has. */
export function nextName(passkeys: readonly Pick<Passkey, 'name'>[]): string {
  const names = new Set(passkeys.map(({ name }) => name));
  for (let number = passkeys.length + 1; ; number++) {
    const name = t`Passkey ${number}`;
    if (!names.has(name)) return name;
  }
}
