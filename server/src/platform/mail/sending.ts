import { sql } from 'kysely'
import type { Services } from '#server/platform/http/route.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.ts'
import { type MailContent, mailPlace, sealOf } from './queue.ts'
import { type Delivery, type Mailer, type Outgoing, openMailer } from './transport.ts'

const LEASE_MS = 60_000
const SWEEP_MS = 15_000
const AT_ONCE = 10
/** Between attempts; the last is repeated until two days are over, as mail servers do. */
const pausesMs = [10_000, 60_000, 300_000, 900_000, 3_600_000]
const GIVE_UP_MS = 2 * 86_400_000
/** Sent and failed ones are kept so long for the operator's questions. Their content is gone already. */
const KEEP_DAYS = 30

const claim = (services: Services, mailId: number, now: Date) =>
  services.db
    .updateTable('outgoing_mails')
    .set(row => ({ lease_until: new Date(now.getTime() + LEASE_MS), attempts: row('attempts', '+', 1) }))
    .where('id', '=', mailId)
    .where('status', '=', 'queued')
    .where('run_at', '<=', now)
    .where(row => row.or([row('lease_until', 'is', null), row('lease_until', '<', now)]))
    .returningAll()
    .executeTakeFirst()

const record = async (
  { db, log }: Services,
  mail: { id: number; kind: string; attempts: number; created_at: Date },
  delivery: Delivery,
  now: Date,
): Promise<void> => {
  const row = db.updateTable('outgoing_mails').where('id', '=', mail.id)
  const over = { sealed: null, key_id: null, lease_until: null }
  if (delivery.kind === 'sent') {
    await row.set({ ...over, status: 'sent', sent_at: now, last_error: null }).execute()
    return
  }
  const isOver = delivery.kind === 'never' || now.getTime() - mail.created_at.getTime() > GIVE_UP_MS
  log.warn({ mail: mail.id, kind: mail.kind, why: delivery.why, isOver }, 'a mail could not be sent')
  if (isOver) await row.set({ ...over, status: 'failed', last_error: delivery.why }).execute()
  else {
    const pause = pausesMs[Math.min(mail.attempts, pausesMs.length) - 1] ?? SWEEP_MS
    await row
      .set({ lease_until: null, run_at: new Date(now.getTime() + pause), last_error: delivery.why })
      .execute()
  }
}

/** Sends one mail if it is due and nobody else is at it. */
export const sendMail = async (services: Services, mailer: Mailer, mailId: number): Promise<void> => {
  const mail = await claim(services, mailId, services.clock.now())
  if (!mail?.sealed || mail.key_id === null) return
  const delivery = await deliver(services, mailer, { ...mail, sealed: mail.sealed, key_id: mail.key_id })
  await record(services, mail, delivery, services.clock.now())
}

type Sealed = Omit<Outgoing, keyof MailContent> & { kind: string; sealed: Buffer; key_id: string }

/** One whose key is gone waits like one whose server is: the key may be put back. */
const deliver = async ({ config }: Services, mailer: Mailer, mail: Sealed): Promise<Delivery> => {
  const { recipient, kind, sealed, key_id } = mail
  let content: MailContent
  try {
    content = JSON.parse(sealOf(config).openText(mailPlace(recipient, kind), sealed, key_id)) as MailContent
  } catch (error) {
    return { kind: 'later', why: error instanceof Error ? error.message : 'it does not open' }
  }
  return mailer.send({ ...mail, ...content })
}

const listDue = async ({ db, clock }: Services): Promise<number[]> => {
  const now = clock.now()
  const rows = await db
    .selectFrom('outgoing_mails')
    .select('id')
    .where('status', '=', 'queued')
    .where('run_at', '<=', now)
    .where(row => row.or([row('lease_until', 'is', null), row('lease_until', '<', now)]))
    .orderBy('run_at')
    .limit(AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

const forgetOld = ({ db }: Services) =>
  db
    .deleteFrom('outgoing_mails')
    .where('status', '!=', 'queued')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${KEEP_DAYS})`)
    .execute()

/** One round: sends what is due. A mail that cannot be opened or sent does not hold the others up. */
export const sendDueMails = async (services: Services, mailer: Mailer): Promise<void> => {
  const ids = await listDue(services)
  await Promise.all(
    ids.map(id =>
      sendMail(services, mailer, id).catch((error: unknown) =>
        services.log.error({ err: error, mail: id }, 'a mail could not be handled'),
      ),
    ),
  )
}

/** What a worker does about mail: sends at once what a job announces, and sweeps for what failed before or no job announced. */
export const startMailing = async (
  services: Services,
  jobs: { work(handlers: Partial<JobHandlers>): Promise<void> },
  smtpUrl: string,
): Promise<{ stop(): Promise<void> }> => {
  const mailer = openMailer(services.config, smtpUrl)
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()
  const turn = () => {
    round = sendDueMails(services, mailer)
      .then(() => forgetOld(services))
      .then(
        () => undefined,
        (error: unknown) => services.log.warn({ err: error }, 'could not look for mails to send'),
      )
      .finally(() => {
        if (!isStopped) timer = setTimeout(turn, SWEEP_MS)
      })
  }
  turn()
  await jobs.work({ 'send-mail': ({ mailId }) => sendMail(services, mailer, mailId) })
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await round
      mailer.close()
    },
  }
}
