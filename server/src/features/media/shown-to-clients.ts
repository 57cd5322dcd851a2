import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hiddenFromClients, sentBackStatuses } from '#domain/posts/status.ts'

/** `isVisibleTo` for an external approver in SQL. `social`: the alias under which the statement has `post_socials`. */
export const isShownToClients = (social: string): RawBuilder<SqlBool> => {
  const status = sql.ref(`${social}.status`)
  return sql<SqlBool>`(${status} <> all(${[...hiddenFromClients]}) and
    (${status} <> all(${[...sentBackStatuses]}) or ${sql.ref(`${social}.sent_back_in`)} = 'external'))`
}
