/** `/marketplace/solutions`: the solutions that can be installed (specification part 1, section 2.1). */
import { said, t } from '@acacia/texts';
import { EmptyState, Notice, PageBody, PageHeader, PageSkeleton } from '@acacia/ui';
import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconPackage, IconSearch } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { solutionCatalogQuery } from '../../data/solutions.ts';
import { useServices } from '../../services/services.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import classes from './marketplace.module.css';
import { chosenSolutions } from './choose.ts';
import { MarketCard } from './MarketCard.tsx';
import { useInstaller } from './useInstaller.tsx';

export function Page() {
  useDocumentTitle(t`Solutions`);
  return (
    <PageBody>
      <PageHeader
        title="Solutions"
        description="Schema, sample data, queries and a guide for a question of your field, installed in a workspace."
      />
      <LoadBoundary what="The solutions" skeleton={<PageSkeleton label="Loading solutions" />}>
        <Solutions />
      </LoadBoundary>
    </PageBody>
  );
}

const ALL = 'All';

function Solutions() {
  const { data: catalog } = useSuspenseQuery(solutionCatalogQuery(useServices()));
  const { category = ALL, q = '' } = useSearch({ from: '/shell/marketplace/solutions' });
  const navigate = useNavigate({ from: '/marketplace/solutions' });
  const { instances, refusal, install, dialogs } = useInstaller();
  const shown = chosenSolutions(catalog, category === ALL ? undefined : category, q);
  const categories = [...new Set(catalog.flatMap((solution) => solution.categories))].sort();
  return (
    <Stack gap="md">
      {refusal !== undefined && <Notice tone="info">{refusal}</Notice>}
      <Group gap="sm">
        <TextInput
          aria-label="Search solutions"
          placeholder="Search solutions"
          leftSection={<IconSearch size={15} stroke={1.7} />}
          value={q}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              search: (now) => ({ ...now, q: value === '' ? undefined : value }),
              replace: true,
            })
          }
          w={260}
          maw="100%"
        />
        <div className={classes.categories}>
          <SegmentedControl
            aria-label="Category"
            data={[
              { value: ALL, label: t`All` },
              ...categories.map((value) => ({ value, label: said(value) })),
            ]}
            value={category}
            onChange={(value) =>
              void navigate({
                search: (now) => ({ ...now, category: value === ALL ? undefined : value }),
                replace: true,
              })
            }
          />
        </div>
      </Group>
      {shown.length === 0 ? (
        <EmptyState
          icon={<IconPackage size={22} stroke={1.6} />}
          title="No solution fits"
          description="Try another word or category."
          action={
            <Button variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
              Show all
            </Button>
          }
        />
      ) : (
        <div className={classes.grid}>
          {shown.map((solution) => (
            <MarketCard
              key={solution.id}
              solution={solution}
              instances={instances.filter(({ solution_catalog_id: id }) => id === solution.id)}
              refusal={refusal}
              onInstall={() => install(solution)}
            />
          ))}
        </div>
      )}
      {dialogs}
    </Stack>
  );
}
