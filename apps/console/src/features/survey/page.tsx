/** `/survey`: the questions to a new organisation. */
import { said, t } from '@acacia/texts';
import {
  Survey,
  SURVEY_ROLES,
  SURVEY_USAGES,
  SURVEY_USE_CASES,
  casesOf,
  type Survey as Answers,
} from '@acacia/contract';
import { Card, errorText, Form, FullScreen, PageHeader, toast } from '@acacia/ui';
import { Button, Checkbox, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useMe } from '../../data/me.ts';
import { nextAddress, useAnswerSurvey } from '../../data/onboarding.ts';
import { useServices } from '../../services/services.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { draftKey, forgetDraft, keepDraft, readDraft, type Values } from './draft.ts';
import classes from './Survey.module.css';

/** The field of the form for each field of the call. */
const FIELDS: Readonly<Record<string, keyof Values>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  company: 'company',
  role: 'role',
  use_for: 'usage',
  biz_use_case: 'useCases',
};

const asked = (values: Values) =>
  Survey.safeParse({
    first_name: values.firstName,
    last_name: values.lastName,
    company: values.company,
    role: values.role,
    use_for: values.usage,
    biz_use_case: casesOf(values.useCases, values.other),
    savanna: true,
  });

/** The contract's messages by field of the form; a field without one is not there. */
function faultsOf(values: Values): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { path, message } of asked(values).error?.issues ?? []) {
    const field = FIELDS[String(path[0])];
    if (field !== undefined) faults[field] ??= message;
  }
  return faults;
}

export function Page() {
  useDocumentTitle(t`Get started`);
  const services = useServices();
  const router = useRouter();
  const { return_to: wanted = '/' } = useSearch({ from: '/person/survey' });
  const answer = useAnswerSurvey();
  const { id, org_id: orgId } = useMe();
  const draft = draftKey(id, orgId);
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: readDraft(draft),
    validate: faultsOf,
    onValuesChange: (values) => keepDraft(draft, values),
  });

  const send = async (answers: Answers): Promise<void> => {
    try {
      await answer.mutateAsync(answers);
      forgetDraft(draft);
      router.history.push(await nextAddress(services, wanted));
    } catch (error) {
      toast.error(t`Failed to save the data. ${errorText(error)}`);
    }
  };
  return (
    <FullScreen width={640}>
      <PageHeader title="Get started" description="A few questions on who you are and what you plan." />
      <Form
        aria-label="Get started"
        onSubmit={form.onSubmit((values) => {
          const { data } = asked(values);
          if (data !== undefined) void send(data);
        })}
      >
        <Card>
          <Stack gap="lg">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
              <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
            </SimpleGrid>
            <TextInput label="Company" autoComplete="organization" {...form.getInputProps('company')} />
            <Select
              label="Role"
              placeholder="Select your role"
              data={SURVEY_ROLES.map((value) => ({ value, label: said(value) }))}
              value={form.values.role === '' ? null : form.values.role}
              onChange={(role) => form.setFieldValue('role', role ?? '')}
              error={form.errors['role']}
              allowDeselect={false}
            />
            <Select
              label="How are you going to use the product?"
              placeholder="Select the use"
              data={SURVEY_USAGES.map((value) => ({ value, label: said(value) }))}
              value={form.values.usage === '' ? null : form.values.usage}
              onChange={(usage) => form.setFieldValue('usage', usage ?? '')}
              error={form.errors['usage']}
              allowDeselect={false}
            />
            <Checkbox.Group
              label="Use cases"
              value={[...form.values.useCases]}
              onChange={(useCases) => form.setFieldValue('useCases', useCases)}
              error={form.errors['useCases']}
            >
              <div className={classes.cases}>
                {SURVEY_USE_CASES.map((each) => (
                  <Checkbox key={each} value={each} label={said(each)} />
                ))}
              </div>
            </Checkbox.Group>
            {form.values.useCases.includes('Other') && (
              <TextInput
                label="Other use cases"
                description="Separate them by commas."
                {...form.getInputProps('other')}
              />
            )}
          </Stack>
        </Card>
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={answer.isPending || answer.isSuccess}>
            Continue
          </Button>
        </Group>
      </Form>
    </FullScreen>
  );
}
