import { expect, it } from 'vitest';
import { aCustomer } from '../../testing/billing-records.ts';
import { customerChange, customerFaults, customerFields, fieldNamed } from './customer.ts';

const stored = aCustomer();
const fields = customerFields(stored);

it('sends only what has changed, and the address as a whole', () => {
  expect(customerChange(fields, stored)).toEqual({});
  expect(customerChange({ ...fields, email: ' new@example.org ' }, stored)).toEqual({
    customer_email: 'new@example.org',
  });
  expect(customerChange({ ...fields, city: 'Berkeley' }, stored)).toEqual({
    address: { ...stored.address, city: 'Berkeley' },
  });
});

it('sends no address of a customer who has none and enters none', () => {
  const none = { customer_email: null, address: null };
  expect(customerChange(customerFields(none), none)).toEqual({});
});

it("places the contract's sentences at their fields", () => {
  expect(customerFaults({ ...fields, email: 'nobody', country: 'usa' }, stored)).toEqual({
    email: 'must be an e-mail address',
    country: 'must be two capital letters, such as US',
  });
  expect(customerFaults({ ...fields, line1: 'x'.repeat(201) }, stored)).toEqual({
    line1: 'must have at most 200 characters',
  });
  expect(customerFaults(fields, stored)).toEqual({});
});

it('knows the fields of the call', () => {
  expect(['customer_email', 'address.country', 'address', 'other'].map(fieldNamed)).toEqual([
    'email',
    'country',
    undefined,
    undefined,
  ]);
});
