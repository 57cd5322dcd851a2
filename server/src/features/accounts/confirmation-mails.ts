import { CONFIRM_DAYS } from '#domain/accounts/account-fields.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { countedMailbox } from '#server/platform/mail/counted-mailbox.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import { createLink } from '#server/platform/session/links.ts'
import { confirmMail, takenAddressMail } from './mails.ts'

/** Each call sends a mail, perhaps to someone who has not asked for it. */
const MAILS = { times: 5, minutes: 60 }

const CONFIRM_MINUTES = CONFIRM_DAYS * 24 * 60

/**
 * Mails the link, or tells the owner of the address that someone tried to sign up with it. The link is made in both cases, so that
 * both take equally long.
 */
export const mailAboutAddress = async (
  tx: Tx,
  services: Services,
  { id, email, name }: { id: number; email: string; name: string },
  isTaken: boolean,
): Promise<void> => {
  const now = services.clock.now()
  const token = await createLink(tx, { userId: id, purpose: 'confirm', now, minutes: CONFIRM_MINUTES })
  const { publicUrl } = services.config
  const mail = isTaken
    ? takenAddressMail({ publicUrl, email })
    : confirmMail({ publicUrl, name, email, token })
  await queueMail(tx, services, { to: email, ...mail })
}

export const mailLimit = (email: string): Limit => ({ subject: `sign up ${countedMailbox(email)}`, ...MAILS })
