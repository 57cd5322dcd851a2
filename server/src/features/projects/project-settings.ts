import { sql } from 'kysely'
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

/** What a new project takes over of another: how approval works, but not what belongs to its own accounts and place. */
const copiedSettings = [
  ...['approval-deadline-hours', 'approval-reminder-hours', 'single-round-internal-approve'],
  ...['skip-approval-and-schedule', 'twitter-approval', 'post-gap-minutes', 'link-parameters'],
  'client-language',
  ...['approval-link-days', 'approval-link-code', 'approval-link-mail-only'],
]

/** Ids of projects of one agency. */
export type Copying = { readonly from: number; readonly to: number }

/** Those that the project has already stay. */
export const copyProjectSettings = async (tx: Tx, { from, to }: Copying): Promise<void> => {
  await sql`
    insert into project_settings (project_id, name, value)
      select ${to}, name, value from project_settings where project_id = ${from} and name = any(${copiedSettings})
      on conflict do nothing`.execute(tx)
}

/** A project that has time slots keeps its own. */
export const copyTimeSlots = async (tx: Tx, { from, to }: Copying): Promise<void> => {
  await sql`
    insert into time_slots (project_id, weekday, social_network, time)
      select ${to}, weekday, social_network, time from time_slots where project_id = ${from}
        and not exists (select from time_slots where project_id = ${to})`.execute(tx)
}
