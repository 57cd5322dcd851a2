import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { mailLifecycle } from '#domain/kernel/mail-status.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { move } from '../db/move.ts'
import { countDelivery } from '../metrics/metrics.ts'
import { openContent } from '../session/seal-rows.ts'
import { type MailContent, mailPlace, sendMailQueue } from './queue.ts'
import type { Delivery, Mailer, Outgoing } from './transport.ts'

/** Mail servers retry for two days before they give a mail up, and so do we. */
const GIVE_UP_MS = 2 * 86_400_000

/** Until when a mail that tells these waits for its reader; null: it may go now. */
type HeldUntil = (tx: Tx, notificationIds: readonly number[], now: Date) => Promise<Date | null>

/** Sends one mail. One that cannot be sent yet is retried; one that was sent or given up is left alone. */
export const sendMail = async (
  services: Services,
  mailer: Mailer,
  mailId: number,
  heldUntil: HeldUntil = async () => null,
): Promise<JobOutcome> => {
  if (await holdMail(services, mailId, heldUntil)) return 'done'
  const mail = await services.db
    .updateTable('outgoing_mails')
    .set(row => ({ attempts: row('attempts', '+', 1) }))
    .where('id', '=', mailId)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst()
  if (!mail?.sealed || mail.key_id === null) return 'done'
  const delivery = await deliver(services, mailer, { ...mail, sealed: mail.sealed, key_id: mail.key_id })
  countDelivery('mail', delivery.kind)
  return record(services, mail, delivery)
}

/** Moves a mail that waits to the moment at which it may go. Its two days begin then. @returns whether it waits */
const holdMail = ({ db, jobs, clock }: Services, mailId: number, heldUntil: HeldUntil): Promise<boolean> =>
  inTransaction(db, async tx => {
    const mail = await tx
      .selectFrom('outgoing_mails')
      .select('notification_ids')
      .where('id', '=', mailId)
      .where('status', '=', 'queued')
      .executeTakeFirst()
    const until = mail?.notification_ids && (await heldUntil(tx, mail.notification_ids, clock.now()))
    if (!until) return false
    await tx.updateTable('outgoing_mails').set({ queued_at: until }).where('id', '=', mailId).execute()
    await jobs.enqueue(tx, sendMailQueue, { mailId }, { runAt: until })
    return true
  })

type Sealed = Omit<Outgoing, keyof MailContent | 'attachments'> & {
  kind: string
  sealed: Buffer
  key_id: string
}

/** A mail whose key is missing waits like one whose server is away: the key may be put back. */
const deliver = async (services: Services, mailer: Mailer, mail: Sealed): Promise<Delivery> => {
  const { recipient, kind, sealed, key_id } = mail
  let content: MailContent
  try {
    content = openContent<MailContent>(services.config, mailPlace(recipient, kind), { sealed, key_id })
  } catch (error) {
    return { kind: 'later', why: error instanceof Error ? error.message : 'it does not open' }
  }
  return mailer.send({ ...mail, ...content, attachments: await readPictures(services, content) })
}

/** A picture that has been replaced since, or cannot be read, is left out: the mail says everything without it. */
const readPictures = async ({ storage }: Services, { pictures = [] }: MailContent) => {
  const found = await Promise.all(
    pictures.map(async ({ cid, key }) => {
      const stored = await storage.open(key).catch(() => null)
      return stored && { cid, content: await buffer(stored.stream), contentType: stored.contentType }
    }),
  )
  return found.filter(picture => picture !== null)
}

const record = async (
  { db, log, clock }: Services,
  mail: { id: number; kind: string; agency_id: number | null; queued_at: Date },
  delivery: Delivery,
): Promise<JobOutcome> => {
  const now = clock.now()
  const erased = { sealed: null, key_id: null }
  if (delivery.kind === 'sent') {
    await move(db, mailLifecycle, mail.id, 'accepted', { ...erased, sent_at: now, last_error: null })
    return 'done'
  }
  const isGivenUp = delivery.kind === 'never' || now.getTime() - mail.queued_at.getTime() > GIVE_UP_MS
  log.warn({ mail: mail.id, kind: mail.kind, why: delivery.why, isGivenUp }, 'a mail could not be sent')
  const failed = { failed_at: now, last_error: delivery.why }
  // One about an account has links that are worth nothing by then; others may be sent again as they were (decision 72).
  if (isGivenUp)
    await move(db, mailLifecycle, mail.id, 'given_up', {
      ...(mail.agency_id === null ? erased : {}),
      ...failed,
    })
  else
    await db
      .updateTable('outgoing_mails')
      .set({ last_error: delivery.why })
      .where('id', '=', mail.id)
      .where('status', '=', 'queued')
      .execute()
  return isGivenUp ? 'done' : 'retry'
}

/** Sent and failed mails are kept so long for the operator's questions. The content of most is gone already. */
const KEEP_DAYS = 30

export const purgeOldMailsQueue: JobQueue = {
  name: 'purge-old-mails',
  cron: '23 3 * * *',
  expireSeconds: 300,
}

export const purgeOldMails = async ({ db }: Services): Promise<JobOutcome> => {
  await db
    .deleteFrom('outgoing_mails')
    .where('status', '!=', 'queued')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${KEEP_DAYS})`)
    .execute()
  return 'done'
}
