import nodemailer from 'nodemailer'
import type { Config } from '#server/config.ts'
import { sharedClock } from '#server/platform/clock.ts'
import type { MailContent, QueuedMail } from './queue.ts'

/** A mail to send. `id` and `created_at` are its row's, so that a mail sent again has the same Message-ID. */
export type Outgoing = Pick<MailContent, 'text' | 'html' | 'files' | 'headers' | 'answers'> & {
  readonly id: number
  readonly created_at: Date
  readonly recipient: string
  readonly subject: string
  readonly attachments?: readonly {
    readonly cid: string
    readonly content: Buffer
    readonly contentType: string
  }[]
}

/** `later`: the server could not be reached or deferred the mail. `never`: it rejected the mail. */
export type Delivery = { readonly kind: 'sent' } | { readonly kind: 'later' | 'never'; readonly why: string }

export type Mailer = {
  send(mail: Outgoing): Promise<Delivery>
  /** Connects and authenticates without sending anything. @throws when that fails */
  verify(): Promise<void>
  close(): void
}

const TIMEOUT_MS = 15_000

const deliveryOf = (error: unknown): Delivery => {
  const { responseCode, message = 'unknown' } = (error ?? {}) as { responseCode?: number; message?: string }
  // A 5xx about authentication is for the operator to fix; about the mail it is final.
  const isFinal =
    responseCode !== undefined && responseCode >= 500 && ![530, 534, 535, 538].includes(responseCode)
  return { kind: isFinal ? 'never' : 'later', why: message.slice(0, 500) }
}

const addressIn = (from: string): string => /<([^<>]+)>/.exec(from)?.[1] ?? from

/** Hands mails to the mail server at `url` (`smtp://user:password@host:587`, or smtps). */
export const openMailer = (config: Pick<Config, 'mailFrom' | 'MAIL_REPLY_TO'>, url: string): Mailer => {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A mail cannot pull in files or addresses that it names.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = addressIn(config.mailFrom).split('@').at(-1) ?? 'galley.test'
  const messageIdOf = ({ id, queuedAt }: QueuedMail) => `<${id}.${queuedAt}.galley@${host}>`
  return {
    send: async mail => {
      const { recipient, subject, text, html, answers, attachments = [], files = [], headers = {} } = mail
      try {
        await transport.sendMail({
          messageId: messageIdOf({ id: mail.id, queuedAt: mail.created_at.getTime() }),
          ...(answers ? { inReplyTo: messageIdOf(answers), references: messageIdOf(answers) } : {}),
          date: sharedClock.now(),
          from: config.mailFrom,
          ...(config.MAIL_REPLY_TO ? { replyTo: config.MAIL_REPLY_TO } : {}),
          // As an object, so that a comma or an angle bracket cannot add a recipient.
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          attachments: [
            ...attachments.map(picture => ({
              ...picture,
              filename: picture.cid,
              contentDisposition: 'inline' as const,
            })),
            ...files.map(({ name, contentType, base64 }) => ({
              filename: name,
              contentType,
              content: Buffer.from(base64, 'base64'),
            })),
          ],
          // Suppresses out-of-office replies (RFC 3834).
          headers: { ...headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
        return { kind: 'sent' }
      } catch (error) {
        return deliveryOf(error)
      }
    },
    verify: async () => {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
