import type { Db } from '#server/platform/db/database.ts'
import { type MailContent, mailPlace } from '#server/platform/mail/queue.ts'
import { openContent } from '#server/platform/session/seal-rows.ts'
import { type TestApp, testNow } from './app.ts'

/** The mails queued for an address, oldest first, with their content. `link` is the first URL in the text. */
export const readMails = async ({ db, services }: TestApp, to: string) => {
  const rows = await db
    .selectFrom('outgoing_mails')
    .selectAll()
    .where('recipient', '=', to)
    .orderBy('id')
    .execute()
  return rows.map(({ sealed, key_id, recipient, kind, subject }) => {
    const place = mailPlace(recipient, kind)
    const opened =
      sealed && key_id ? openContent<Partial<MailContent>>(services.config, place, { sealed, key_id }) : null
    const { text = '', html = '', files = [] } = opened ?? {}
    const link = /https?:\/\/\S+/.exec(text)?.[0]
    return { kind, subject, text, html, files, link: link ? new URL(link) : null }
  })
}

/** The token in the link of the last mail to an address. @throws when there is none */
export const lastToken = async (test: TestApp, to: string, name = 'token'): Promise<string> => {
  const token = (await readMails(test, to)).at(-1)?.link?.searchParams.get(name)
  if (!token) throw new Error(`the last mail to ${to} has no ${name}`)
  return token
}

/** A mail of the agency that failed for good. @returns its id */
export const buildParkedMail = async (db: Db, agencyId: number): Promise<number> => {
  const words = { recipient: 'nobody@example.com', kind: 'notifications', subject: 'Approve a post' }
  const failed = { status: 'failed' as const, failed_at: testNow, last_error: '550 no such user' }
  const sealed = { sealed: Buffer.from('sealed'), key_id: 'unknown' }
  const values = { ...words, ...failed, ...sealed, agency_id: agencyId }
  const row = await db.insertInto('outgoing_mails').values(values).returning('id').executeTakeFirstOrThrow()
  return row.id
}
