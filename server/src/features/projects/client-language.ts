import { sql } from 'kysely'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { CLIENT_LANGUAGE } from '#domain/permissions/settings.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'

/** In which language a person reads what a project sends them: their own choice, or else the project's (docs/product/languages.md "Which language"). `userId` null: nobody's choice is known. */
export const readLanguage = async (
  db: Reader,
  { userId, projectId }: { readonly userId: number | null; readonly projectId: number },
): Promise<ClientLanguage> => {
  const { rows } = await sql<{ language: ClientLanguage | null }>`
    select coalesce((select language from users where id = ${userId}::bigint),
      (select nullif(value, '') from project_settings where project_id = ${projectId} and name = ${CLIENT_LANGUAGE})) as language`.execute(
    db,
  )
  return rows[0]?.language ?? 'en'
}

/** In which language the person reads what clients are sent from now on. Null: in that of each project. */
export const saveLanguage = async (
  tx: Tx,
  userId: number,
  language: ClientLanguage | null,
): Promise<void> => {
  await tx.updateTable('users').set({ language }).where('id', '=', userId).execute()
}
