import type { Tx } from '#server/platform/db/database.ts'

/** Sets a setting of a project; an empty value removes it. */
export const setProjectSetting = async (
  tx: Tx,
  project_id: number,
  name: string,
  value: string,
): Promise<void> => {
  const settings = tx.deleteFrom('project_settings').where('project_id', '=', project_id)
  if (value === '') await settings.where('name', '=', name).execute()
  else
    await tx
      .insertInto('project_settings')
      .values({ project_id, name, value })
      .onConflict(clash => clash.columns(['project_id', 'name']).doUpdateSet({ value }))
      .execute()
}
