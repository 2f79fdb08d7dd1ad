/** Checks stored workspaces and workgroups against the catalog with which Acacia is started. */
import type { Db } from '../database/database.ts';
import { workgroups, workspaces } from '../database/schema.ts';
import type { Catalog } from './catalog.ts';
import { startErrors, startSentence } from '../errors/start.ts';

/** @throws StartError with a sentence for each size, region or provider that is in use and missing in the catalog */
export async function agreeWithStored(db: Db, catalog: Catalog): Promise<void> {
  const groups = await db.selectDistinctOn([workgroups.cloudProviderId, workgroups.region]).from(workgroups);
  const used = await db
    .selectDistinctOn([workspaces.workspaceTypeName], {
      name: workspaces.name,
      typeName: workspaces.workspaceTypeName,
    })
    .from(workspaces);
  const sentences = groups.flatMap(({ name, cloudProviderId, region }) => {
    const provider = catalog.providers.find(({ id }) => id === cloudProviderId);
    if (provider === undefined)
      return [startSentence('providerLacking', { workgroup: name, provider: cloudProviderId })];
    return catalog.types(provider.platform, region, 0) === undefined
      ? [startSentence('regionLacking', { workgroup: name, region })]
      : [];
  });
  const lacking = used.filter(({ typeName }) => !catalog.hasSize(typeName));
  sentences.push(
    ...lacking.map(({ name, typeName }) => startSentence('sizeLacking', { workspace: name, size: typeName })),
  );
  if (sentences.length > 0) throw startErrors(sentences);
}
