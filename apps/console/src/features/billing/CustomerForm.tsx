/** Whom the payment provider writes to: an e-mail address, and the address on invoices. */
import { said, t } from '@acacia/texts';
import { CloudError } from '@acacia/api-client';
import { ActionButton, Card, countryName, Form, toast } from '@acacia/ui';
import { Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useServices } from '../../services/services.ts';
import { CopyAs } from '../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../shell/copy-as/form-call.ts';
import classes from './billing.module.css';
import { customerQuery, useUpdateCustomer } from './calls.ts';
import { customerChange, customerFaults, customerFields, fieldNamed } from './customer.ts';

export function CustomerForm() {
  const stored = useSuspenseQuery(customerQuery(useServices())).data;
  const form = useForm({
    initialValues: customerFields(stored),
    validateInputOnBlur: true,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(customerFaults(values, stored)).map(([field, fault]) => [field, said(fault)]),
      ),
  });
  const update = useUpdateCustomer();
  const change = customerChange(form.values, stored);
  const isChanged = Object.keys(change).length > 0;
  const submit = (): void =>
    update.mutate(change, {
      onSuccess: (next) => {
        toast.success(t`The billing contact was saved.`);
        form.setInitialValues(customerFields(next));
        form.reset();
      },
      onError: (error) => {
        const details = error instanceof CloudError ? error.details : [];
        const placed = details.filter(({ FieldName, Reason }) => {
          const field = fieldNamed(FieldName);
          if (field !== undefined) form.setFieldError(field, said(Reason));
          return field !== undefined;
        });
        if (placed.length === 0) toast.error(error);
      },
    });
  return (
    <Card title="Billing contact" description="Who gets receipts and reminders, and the address on them.">
      <Form className={classes.form} onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <TextInput label="E-mail" type="email" autoComplete="email" {...form.getInputProps('email')} />
          <TextInput
            label="Street and number"
            autoComplete="address-line1"
            {...form.getInputProps('line1')}
          />
          <div className={classes.fields}>
            <TextInput label="Postal code" autoComplete="postal-code" {...form.getInputProps('postalCode')} />
            <TextInput label="City" autoComplete="address-level2" {...form.getInputProps('city')} />
            <TextInput
              label="State or province"
              autoComplete="address-level1"
              {...form.getInputProps('state')}
            />
            <TextInput
              label="Country"
              autoComplete="country"
              maxLength={2}
              spellCheck={false}
              description={countryName(form.values.country) ?? t`Two capital letters, such as US`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('country')}
              onChange={(event) =>
                form.setFieldValue('country', event.currentTarget.value.trim().toUpperCase())
              }
            />
          </div>
          <Group justify="flex-end" gap="xs">
            <CopyAs calls={[formCall('updateCustomer', { body: change })]} />
            <ActionButton
              type="submit"
              loading={update.isPending}
              disabledReason={isChanged ? undefined : t`Nothing has been changed.`}
            >
              Save
            </ActionButton>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}
