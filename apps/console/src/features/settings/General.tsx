/** Name, display name and logo of the organisation (specification part 3, sections 5 and 8). */
import { said, t } from '@acacia/texts';
import { CloudError } from '@acacia/api-client';
import { ORG_TEXTS, orgDisplayNameFault, orgNameFault, type Organization } from '@acacia/contract';
import { ActionButton, Card, Form, toast } from '@acacia/ui';
import { Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { organizationQuery } from '../../data/me.ts';
import { useServices } from '../../services/services.ts';
import { useUpdateOrganization } from './calls.ts';
import { LogoField } from './LogoField.tsx';
import classes from './settings.module.css';
import { CopyAs } from '../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../shell/copy-as/form-call.ts';

const FIELDS: Readonly<Record<string, 'name' | 'displayName' | 'logo'>> = {
  orgName: 'name',
  orgDisplayName: 'displayName',
  logoUrl: 'logo',
};

const valuesOf = ({ org_name, org_display_name, logo_url }: Organization) => ({
  name: org_name,
  displayName: org_display_name,
  logo: logo_url ?? '',
});

export function General() {
  const organization = useSuspenseQuery(organizationQuery(useServices())).data;
  const form = useForm({
    initialValues: valuesOf(organization),
    validateInputOnBlur: true,
    validate: {
      name: orgNameFault,
      displayName: orgDisplayNameFault,
    },
  });
  const update = useUpdateOrganization();
  const changeOf = ({ name, displayName, logo }: typeof form.values) => ({
    orgName: name,
    orgDisplayName: displayName,
    // Another admin may have changed it meanwhile.
    ...(form.isDirty('logo') ? { logoUrl: logo === '' ? null : logo } : {}),
  });
  const submit = ({ name, displayName, logo }: typeof form.values): void =>
    update.mutate(changeOf({ name, displayName, logo }), {
      onSuccess: (stored) => {
        toast.success(said(ORG_TEXTS.updated));
        form.setInitialValues(valuesOf(stored));
        form.reset();
      },
      onError: (error) => {
        const details = error instanceof CloudError ? error.details : [];
        const placed = details.filter(({ FieldName, Reason }) => {
          const field = FIELDS[FieldName];
          if (field !== undefined) form.setFieldError(field, Reason);
          return field !== undefined;
        });
        if (placed.length === 0) toast.error(error);
      },
    });
  return (
    <Card
      title="Organization"
      description="The display name is what people see; by the name programs tell organizations apart."
    >
      <Form className={classes.form} onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <TextInput
            label="Organization name"
            description="3 to 50 lowercase letters, digits, - and _"
            required
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Display name"
            description="3 to 50 characters"
            required
            autoComplete="off"
            {...form.getInputProps('displayName')}
          />
          <LogoField
            value={form.values.logo}
            onChange={(logo) => form.setFieldValue('logo', logo)}
            initial={organization.org_display_name.slice(0, 1).toUpperCase()}
            error={typeof form.errors['logo'] === 'string' ? form.errors['logo'] : null}
          />
          <Group justify="flex-end" gap="xs">
            <CopyAs calls={[formCall('updateOrganization', { body: changeOf(form.values) })]} />
            <ActionButton
              type="submit"
              loading={update.isPending}
              disabledReason={form.isDirty() ? undefined : t`Nothing has been changed.`}
            >
              Save
            </ActionButton>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}
