import type { Reader } from '#server/platform/db/database.ts'

/** The address of a person, by which the audit log names them. */
export const emailOf = async (db: Reader, userId: number): Promise<string> =>
  (await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
