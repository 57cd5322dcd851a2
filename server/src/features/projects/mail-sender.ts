import type { Reader } from '#server/platform/db/database.ts'
import type { MailSender } from '#server/platform/mail/render-mail.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'

/** The agency as its mails show it (docs/product/mails.md "What a mail looks like"). */
export const readSender = async (db: Reader, agencyId: number): Promise<MailSender> => {
  const { name, logo_key } = await db
    .selectFrom('agencies')
    .select(['name', 'logo_key'])
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  return { name, logoKey: logo_key && sizeKey(logo_key, 'small') }
}
