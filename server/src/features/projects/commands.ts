import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { isSocialNetwork } from '#domain/networks/model.ts'
import type { saveProjectSettings } from '#domain/projects/contract.ts'
import { settingValue } from '#domain/projects/model.ts'
import { findConnected } from '#server/features/social-accounts/queries.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/**
 * Changes the settings that are named. The master content must be a connected network: its approval holds for all, and one that
 * cannot go out would hold them up for ever. `project-timezone` is the project's own zone; no planned instant moves with it.
 */
export const saveSettings = async (
  { body: { settings } }: Input<typeof saveProjectSettings>,
  { tx, scope }: ScopedCall,
): Promise<Answer<typeof saveProjectSettings>> => {
  const { projectId: project_id } = scope
  const master = settingValue(settings, 'post-master-content-social-network-id')
  if (master && isSocialNetwork(master) && !(await findConnected(tx, project_id, master)))
    return fail('network_not_connected')
  for (const { name, value } of settings) {
    if (value === '') {
      await tx
        .deleteFrom('project_settings')
        .where('project_id', '=', project_id)
        .where('name', '=', name)
        .execute()
      continue
    }
    const timezone = name === 'project-timezone' ? value : null
    if (timezone) await tx.updateTable('projects').set({ timezone }).where('id', '=', project_id).execute()
    await tx
      .insertInto('project_settings')
      .values({ project_id, name, value })
      .onConflict(clash => clash.columns(['project_id', 'name']).doUpdateSet({ value }))
      .execute()
  }
  return tx
    .selectFrom('project_settings')
    .select(['name', 'value'])
    .where('project_id', '=', project_id)
    .orderBy('name')
    .execute()
}
