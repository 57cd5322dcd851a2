import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { isSocialNetwork } from '#domain/networks/model.ts'
import { MASTER_NETWORK, settingValue } from '#domain/permissions/settings.ts'
import type * as contract from '#domain/projects/contract.ts'
import { findConnected } from '#server/features/social-accounts/connected-accounts.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { setProjectSetting } from './project-settings.ts'

/**
 * Changes the named settings. The master content must be a connected network: its approval counts for all versions, and if it could
 * not be published it would hold the others back forever. `project-timezone` is the project's own time zone; scheduled posts do not
 * move when it changes.
 */
export const saveProjectSettings = async (
  { body: { settings } }: Input<typeof contract.saveProjectSettings>,
  call: ScopedCall,
): Promise<Answer<typeof contract.saveProjectSettings>> => {
  const { tx, scope } = call
  const { projectId } = scope
  const master = settingValue(settings, MASTER_NETWORK)
  if (master && isSocialNetwork(master) && !(await findConnected(tx, projectId, master)))
    return fail('network_not_connected')
  // Locked: of two concurrent changes, the later one sees what the earlier one saved.
  await tx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute()
  const before = await readSettings(tx, projectId)
  for (const { name, value } of settings) {
    const old = settingValue(before, name) ?? (name === 'project-timezone' ? scope.timezone : '')
    if (name === 'project-timezone')
      await tx.updateTable('projects').set({ timezone: value }).where('id', '=', projectId).execute()
    await setProjectSetting(tx, projectId, name, value)
    if (old !== value)
      await audit(tx, byScoped(call), {
        action: 'project.setting_changed',
        subject: scope.projectName,
        old: { [name]: old },
        new: { [name]: value },
      })
  }
  return readSettings(tx, projectId)
}

const readSettings = (tx: Tx, projectId: number) =>
  tx
    .selectFrom('project_settings')
    .select(['name', 'value'])
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute()
