import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobQueue } from '#server/platform/jobs/job-queues.ts'
import { sealContent } from '#server/platform/session/seal-rows.ts'

/** A rendered mail. `kind` is for the log and the operator: `reset-password`, `invitation`. */
export type RenderedMail = {
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Pictures that the HTML shows, by the id it has for them (`cid:logo`). They are part of the mail: nothing is loaded when it is read. */
  readonly pictures?: readonly MailPicture[]
  /** Attached, to be kept by the reader. */
  readonly files?: readonly MailFile[]
  /** Headers of this mail alone, such as `List-Unsubscribe`. */
  readonly headers?: Readonly<Record<string, string>>
}
/** `key`: in storage. */
export type MailPicture = { readonly cid: string; readonly key: string }
/** A small file; it is sealed with the mail. */
export type MailFile = { readonly name: string; readonly contentType: string; readonly base64: string }
export type Mail = RenderedMail & {
  readonly to: string
  /** The agency that it is about: its admins see it if it fails, and may send it again. */
  readonly agencyId?: number | null
  /** The projects whose posts it shows: it is not sent any more once the person has left one of them. */
  readonly projectIds?: readonly number[]
  /** What it tells, if it can wait for the end of its reader's quiet hours. */
  readonly notificationIds?: readonly number[]
  /** The first mail of its thread, if this is a later one. */
  readonly answers?: QueuedMail | null
}

/** What the Message-ID of a mail is made of; `queuedAt` in milliseconds since 1970. */
export type QueuedMail = { readonly id: number; readonly queuedAt: number }

/** The sealed part of a mail: an operator may read its subject but not its links. */
export type MailContent = Pick<Mail, 'text' | 'html' | 'pictures' | 'files' | 'headers' | 'answers'>

/** Binds sealed content to its row: it cannot be opened in another. */
export const mailPlace = (recipient: string, kind: string): string => `mail/${kind}/${recipient}`

/** Hands a mail to the mail server, as often as necessary: after ten seconds at first, then every hour. */
export const sendMailQueue: JobQueue<{ mailId: number }> = {
  name: 'send-mail',
  // More retries than two days have hours, so that the mail's age always decides.
  retry: { times: 70, firstSeconds: 10, longestSeconds: 3600 },
  // Twelve connections at a time, which mail servers accept from one sender; one that stays silent holds up two others at most.
  atOnce: 3,
  groups: 4,
  // Longer than connecting, greeting and a silent socket can take together.
  expireSeconds: 120,
}

/**
 * Queues a mail in the caller's transaction: it is sent after the commit, and never when that is rolled back. Sending is retried until the
 * mail server accepts it; until then the content, with its links, is kept sealed.
 */
export const queueMail = async (
  tx: Tx,
  { config, clock, jobs }: Pick<Services, 'config' | 'clock' | 'jobs'>,
  { to, kind, subject, text, html, pictures = [], files = [], headers = {}, answers = null, ...about }: Mail,
): Promise<QueuedMail> => {
  const recipient = to.toLowerCase()
  const content: MailContent = { text, html, pictures, files, headers, answers }
  const now = clock.now()
  const { id } = await tx
    .insertInto('outgoing_mails')
    .values({
      recipient,
      kind,
      subject,
      ...sealContent(config, mailPlace(recipient, kind), content),
      status: 'queued',
      agency_id: about.agencyId ?? null,
      project_ids: about.projectIds ? [...about.projectIds] : null,
      notification_ids: about.notificationIds ? [...about.notificationIds] : null,
      created_at: now,
      queued_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await jobs.enqueue(tx, sendMailQueue, { mailId: id })
  return { id, queuedAt: now.getTime() }
}

/** Takes back the mails about notifications that somebody was written and that have not been sent yet. */
export const dropQueuedDigests = async (tx: Tx, email: string): Promise<void> => {
  await tx
    .deleteFrom('outgoing_mails')
    .where('recipient', '=', email.toLowerCase())
    .where('status', '=', 'queued')
    .where('notification_ids', 'is not', null)
    .execute()
}

/** Gives up a mail of the agency that could not be sent. False: there is none. */
export const discardFailedMail = async (tx: Tx, agencyId: number, mailId: number): Promise<boolean> => {
  const mail = await tx
    .deleteFrom('outgoing_mails')
    .where('id', '=', mailId)
    .where('agency_id', '=', agencyId)
    .where('status', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  return mail !== undefined
}
