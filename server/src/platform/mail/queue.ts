import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { oneFor } from '#server/platform/jobs/batches.ts'
import type { JobQueue } from '#server/platform/jobs/jobs.ts'
import { makeSeal } from '#server/platform/session/seal.ts'

/** A mail's words, as a template makes them. `kind` is for the log and the operator: `reset-password`, `invitation`. */
export type Letter = {
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly html: string
}
export type Mail = Letter & { readonly to: string }

/** What is sealed of a mail: its subject may be read by an operator, its links may not. */
export type MailContent = Pick<Letter, 'text' | 'html'>

/** The place that a mail's content is sealed for: it opens in no other row. */
export const mailPlace = (recipient: string, kind: string): string => `mail/${kind}/${recipient}`

/** The seal of an installation, made when it is first needed. */
export const sealOf = oneFor((config: Services['config']) => makeSeal(config))

/** Hands a mail to the mail server, as often as it takes: after ten seconds at first, then every hour. */
export const sendMailQueue: JobQueue<{ mailId: number }> = {
  name: 'send-mail',
  // More hours than two days have, so that it is always the age of the mail that ends it.
  retry: { times: 70, firstSeconds: 10, longestSeconds: 3600 },
  // Longer than connecting, greeting and a silent socket can take together.
  expireSeconds: 120,
}

/**
 * Puts a mail on its way in the caller's transaction: it leaves when that commits, and not at all when it is rolled back. Retried until
 * the mail server takes it. The content, with the links in it, is kept sealed and only until then.
 */
export const queueMail = async (
  tx: Tx,
  { config, clock, jobs }: Pick<Services, 'config' | 'clock' | 'jobs'>,
  { to, kind, subject, text, html }: Mail,
): Promise<void> => {
  const recipient = to.toLowerCase()
  const content: MailContent = { text, html }
  const { sealed, keyId } = sealOf(config).sealText(mailPlace(recipient, kind), JSON.stringify(content))
  const now = clock.now()
  const { id } = await tx
    .insertInto('outgoing_mails')
    .values({
      recipient,
      kind,
      subject,
      sealed,
      key_id: keyId,
      status: 'queued',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await jobs.enqueue(tx, sendMailQueue, { mailId: id })
}
