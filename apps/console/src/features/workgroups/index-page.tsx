import { PageBody } from '@acacia/ui';

export function Page() {
  return <PageBody>Workgroups</PageBody>;
}
