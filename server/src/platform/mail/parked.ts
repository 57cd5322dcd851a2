import type { Reader } from '#server/platform/db/database.ts'

/** Mails that failed for good, the newest first. `agencyId` null: of the whole installation. */
export const readParkedMails = (
  db: Reader,
  { agencyId, limit }: { readonly agencyId: number | null; readonly limit: number },
) =>
  db
    .selectFrom('outgoing_mails as m')
    .leftJoin('agencies as a', 'a.id', 'm.agency_id')
    .select([
      'm.id',
      'a.name as agency_name',
      'recipient',
      'kind',
      'subject',
      'last_error',
      'm.created_at',
      'failed_at',
    ])
    .where('status', '=', 'failed')
    .$if(agencyId !== null, query => query.where('agency_id', '=', agencyId))
    .orderBy('failed_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute()
