import { sql } from 'kysely'
import { type ClientLanguage, isClientLanguage } from '#domain/kernel/languages/languages.ts'
import { CLIENT_LANGUAGE } from '#domain/permissions/settings.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'

/** In which language a person reads what a project sends them (docs/product/languages.md "Which language"). `userId` null: nobody's choice is known. */
export const readLanguage = async (
  db: Reader,
  { userId, projectId }: { readonly userId: number | null; readonly projectId: number },
): Promise<ClientLanguage> => {
  const { rows } = await sql<{ language: ClientLanguage | null }>`
    select coalesce(
      (select language from project_members where project_id = ${projectId} and user_id = ${userId}::bigint),
      (select language from users where id = ${userId}::bigint),
      (select nullif(value, '') from project_settings where project_id = ${projectId} and name = ${CLIENT_LANGUAGE})) as language`.execute(
    db,
  )
  return rows[0]?.language ?? 'en'
}

/** The language that the project's clients read; null if none was chosen. */
export const readProjectLanguage = async (db: Reader, projectId: number): Promise<ClientLanguage | null> => {
  const setting = await db
    .selectFrom('project_settings')
    .select('value')
    .where('project_id', '=', projectId)
    .where('name', '=', CLIENT_LANGUAGE)
    .executeTakeFirst()
  return setting && isClientLanguage(setting.value) ? setting.value : null
}

/** In which language a client reads what this project sends them from now on; without `projectId` each of theirs. Null: as nobody had chosen for it. */
export const saveMemberLanguage = async (
  tx: Tx,
  { userId, projectId }: { readonly userId: number; readonly projectId?: number },
  language: ClientLanguage | null,
): Promise<void> => {
  await tx
    .updateTable('project_members')
    .set({ language })
    .where('user_id', '=', userId)
    .$if(projectId !== undefined, query => query.where('project_id', '=', projectId ?? 0))
    .execute()
}
