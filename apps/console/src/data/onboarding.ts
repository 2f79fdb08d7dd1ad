/** Terms and survey of the signed-in person, and the page that comes after them. */
import { needsWorkspace, TERMS_VERSION, type Survey } from '@acacia/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useServices, type Services } from '../services/services.ts';
import type { ASSOCIATION } from './marketplace.ts';
import { meQuery, organizationQuery } from './me.ts';

/** The organisation's to-do list; asking for it completes what the state of its things proves. */
export const tasksQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: ['onboarding-tasks'],
    queryFn: ({ signal }) => cloud.listOnboardingTasks({ signal }),
  });

/** The address of terms, survey or second factor, from which it goes on to the page that the person wanted. */
export const withWanted = (
  page: '/terms' | '/survey' | '/second-factor' | typeof ASSOCIATION,
  wanted = '/',
): string => (wanted === '/' ? page : `${page}?${new URLSearchParams({ return_to: wanted }).toString()}`);

/**
 * The address after terms or survey (specification part 1, section 2.3): the survey, the first workspace, or the page
 * that the person wanted.
 */
export async function nextAddress(services: Services, wanted: string): Promise<string> {
  const { queryClient } = services;
  const { metadata, roles } = await queryClient.ensureQueryData(meQuery(services));
  const organization = await queryClient.ensureQueryData(organizationQuery(services));
  if (!organization.marketing_done) return withWanted('/survey', wanted);
  const tasks = await queryClient.ensureQueryData(tasksQuery(services));
  const hasWorkspace = tasks.some(({ id, completed }) => id === 'create workspace' && completed);
  return needsWorkspace({ metadata, roles, marketingDone: true, hasWorkspace })
    ? '/onboarding/setting-up-workspace'
    : wanted;
}

/** Accepts the terms in their present version. The result is false when the cloud did not take it. */
export function useAcceptTerms() {
  const services = useServices();
  const { cloud, queryClient } = services;
  return useMutation({
    mutationFn: async (): Promise<boolean> => {
      const body = { accepted_tos: true, accepted_toc_version: TERMS_VERSION };
      const { user_metadata } = await cloud.updateMyMetadata({ body });
      return user_metadata.accepted_tos === true;
    },
    onSuccess: (accepted) =>
      accepted ? queryClient.fetchQuery({ ...meQuery(services), staleTime: 0 }) : undefined,
  });
}

/** Stores the answers, and remembers that the organisation has given some. */
export function useAnswerSurvey() {
  const services = useServices();
  const { cloud, queryClient } = services;
  return useMutation({
    mutationFn: async (answers: Survey) => {
      const { org_id } = await queryClient.ensureQueryData(organizationQuery(services));
      await cloud.answerSurvey({ body: answers });
      return cloud.finishSurvey({ params: { org_id }, body: { marketing_done: true } });
    },
    onSuccess: (organization) => queryClient.setQueryData(organizationQuery(services).queryKey, organization),
  });
}
