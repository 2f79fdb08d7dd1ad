/** `/groups/new`: the first of two steps, name and place of the workgroup. */
import { said, t } from '@acacia/texts';
import { PROVIDER_UNAVAILABLE, type WorkspaceMeta } from '@acacia/contract';
import { Card, ChoiceCards, PageBody, PageHeader } from '@acacia/ui';
import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { IconBrandAws, IconBrandAzure, IconBrandGoogle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useReducer, type FormEvent } from 'react';
import { NoPermissionPage } from '../../shell/full-page/NoPermissionPage.tsx';
import { catalogQuery } from '../../data/catalog.ts';
import { useCan } from '../../data/me.ts';
import { nameProblem } from '../../data/name-rules.ts';
import { WORDS } from '../../data/words.ts';
import { useWorkgroups } from '../../data/workgroups.ts';
import { useServices } from '../../services/services.ts';
import { CopyAs } from '../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../shell/copy-as/form-call.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { regionsOf, workgroupBody, workgroupDraft, workgroupDraftOf } from './workgroup-draft.ts';

const ICONS = { AWS: IconBrandAws, GCP: IconBrandGoogle, AZURE: IconBrandAzure } as const;

export function Page() {
  useDocumentTitle(t`Create workgroup`);
  const { data: catalog } = useSuspenseQuery(catalogQuery(useServices()));
  const groups = useWorkgroups();
  const can = useCan();
  if (!can('workgroup.create')) return <NoPermissionPage />;
  return (
    <PageBody width="form">
      <PageHeader
        title="Create workgroup"
        description={`Step 1 of 2. A workgroup: ${WORDS.workgroup.toLowerCase()} Its first workspace comes next.`}
      />
      <Form catalog={catalog} taken={groups.map((group) => group.name)} />
    </PageBody>
  );
}

function Form({ catalog, taken }: { readonly catalog: WorkspaceMeta; readonly taken: readonly string[] }) {
  const search = useSearch({ from: '/shell/groups/new' });
  const navigate = useNavigate({ from: '/groups/new' });
  const router = useRouter();
  const [draft, dispatch] = useReducer(workgroupDraft, null, () => workgroupDraftOf(catalog, taken, search));
  const { name, providerId, region, log } = draft;
  const provider = catalog.cloudProviders.find((each) => each.id === providerId);
  const regions = regionsOf(catalog, providerId);
  const problem = nameProblem(name, taken);
  const unplaced =
    provider === undefined ? t`Please select cloud provider` : region === '' ? t`Please select region` : null;

  /** The address carries the form: Reload and Back lose nothing. */
  const { solution } = search;
  useEffect(() => {
    void navigate({
      search: {
        name,
        region,
        cloud_provider_id: providerId,
        enable_application_log: log ? 'true' : 'false',
        solution,
      },
      replace: true,
    });
  }, [navigate, name, region, providerId, log, solution]);

  const created =
    provider === undefined || unplaced !== null ? null : workgroupBody(provider, { name, region, log });
  const next = (event: FormEvent): void => {
    event.preventDefault();
    if (problem === null && unplaced === null) {
      void navigate({ to: '/groups/new/spaces/config', search: (previous) => previous });
    }
  };
  const emulated = (platform: string): boolean =>
    catalog.regions.some((each) => each.platform === platform && each.emulated);

  return (
    <form onSubmit={next}>
      <Stack gap="md">
        <Card>
          <Stack gap="lg">
            <TextInput
              label="Workgroup name"
              value={name}
              onChange={(event) => dispatch({ kind: 'name', name: event.currentTarget.value })}
              error={problem}
              spellCheck={false}
              autoComplete="off"
              maw={420}
            />
            <ChoiceCards
              label="Cloud provider"
              name="provider"
              value={providerId}
              onChange={(id) =>
                dispatch({ kind: 'provider', providerId: id, regions: regionsOf(catalog, id) })
              }
              choices={catalog.cloudProviders
                .filter(({ status }) => status !== 'ComingSoon')
                .map((each) => {
                  const Icon = ICONS[each.platform];
                  return {
                    value: each.id,
                    title: each.name,
                    icon: <Icon size={20} stroke={1.5} />,
                    description:
                      each.status === 'Active'
                        ? emulated(each.platform)
                          ? t`Emulated on this machine`
                          : t`Available`
                        : t`Unavailable`,
                    disabledReason: each.status === 'Active' ? undefined : said(PROVIDER_UNAVAILABLE),
                  };
                })}
            />
            <Select
              label="Region"
              data={regions.map((each) => ({
                value: each.name,
                label: t.of('region')`${said(each.description)} (${each.name})`,
              }))}
              value={region}
              onChange={(value) => dispatch({ kind: 'region', region: value ?? '' })}
              error={unplaced}
              allowDeselect={false}
              searchable
              maw={420}
            />
            <Switch
              label="Log collection"
              description="Keeps the logs of the workspaces for up to 15 days, billed at the same rate as data."
              checked={log}
              onChange={(event) => dispatch({ kind: 'log', log: event.currentTarget.checked })}
            />
          </Stack>
        </Card>
        <Group justify="flex-end" gap="xs">
          {created !== null && <CopyAs calls={[formCall('createWorkgroup', { body: created })]} />}
          <Button
            variant="default"
            onClick={() =>
              router.history.canGoBack() ? router.history.back() : void navigate({ to: '/groups' })
            }
          >
            Cancel
          </Button>
          <Button type="submit" disabled={problem !== null || unplaced !== null}>
            Next
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
