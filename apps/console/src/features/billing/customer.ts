/** The form of whom the payment provider writes to: its fields, their faults, and what of it has changed. */
import { BillingAddress, UpdateCustomer, type Customer } from '@acacia/contract';
import type { z } from 'zod';

export interface CustomerFields {
  readonly email: string;
  readonly line1: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

export const customerFields = ({ customer_email, address }: Customer): CustomerFields => ({
  email: customer_email ?? '',
  line1: address?.line1 ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  postalCode: address?.postalCode ?? '',
  country: address?.country ?? '',
});

/** Only what differs from what is stored; an address is sent as a whole. */
export function customerChange(fields: CustomerFields, stored: Customer): z.input<typeof UpdateCustomer> {
  const { email, ...address } = fields;
  const { email: emailBefore, ...addressBefore } = customerFields(stored);
  const isMoved = JSON.stringify(address) !== JSON.stringify(addressBefore);
  return {
    ...(email === emailBefore ? {} : { customer_email: email.trim() }),
    ...(isMoved ? { address } : {}),
  };
}

const isField = (name: string): name is keyof CustomerFields =>
  name === 'email' || Object.hasOwn(BillingAddress.shape, name);

/** The field of the form that a field of the call is: `address.city`, `customer_email`. */
export function fieldNamed(path: string): keyof CustomerFields | undefined {
  const name = path === 'customer_email' ? 'email' : (path.split('.').at(-1) ?? '');
  return isField(name) ? name : undefined;
}

/** The contract's sentences about what would be sent, by field. */
export function customerFaults(
  fields: CustomerFields,
  stored: Customer,
): Readonly<Partial<Record<keyof CustomerFields, string>>> {
  const judged = UpdateCustomer.safeParse(customerChange(fields, stored));
  if (judged.success) return {};
  return Object.fromEntries(
    judged.error.issues.flatMap(({ path, message }) => {
      const field = fieldNamed(path.join('.'));
      return field === undefined ? [] : [[field, message]];
    }),
  );
}
