import { RESET_MINUTES } from '#domain/accounts/account-fields.ts'
import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { Call, Services } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import { createLink } from '#server/platform/session/links.ts'
import { resetMail } from '../mails.ts'

/** Each call sends a mail, perhaps to someone who has not asked for it. */
const MAILS = { times: 5, minutes: 60 }

const mailResetLink = (services: Services, email: string, now: Date): Promise<void> =>
  services.db.transaction().execute(async tx => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'is_blocked'])
      .where('email', '=', email)
      .orderBy('is_confirmed', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!user || user.is_blocked) return
    const token = await createLink(tx, { userId: user.id, purpose: 'reset', now, minutes: RESET_MINUTES })
    const { publicUrl } = services.config
    await queueMail(tx, services, { to: email, ...resetMail({ publicUrl, email, token }) })
  })

export const forgotPasswordLimit = ({ body }: Input<typeof contract.forgotPassword>): Limit => ({
  subject: `forgot ${body.email}`,
  ...MAILS,
})

/**
 * Looks the address up only after the answer, so that neither its text nor its duration reveals whether there is an account. If the
 * process dies in between, the person asks again.
 */
export const forgotPassword = async (
  { body }: Input<typeof contract.forgotPassword>,
  { now, services, log, afterCommit }: Call,
): Promise<Answer<typeof contract.forgotPassword>> => {
  afterCommit(() => {
    mailResetLink(services, body.email, now).catch((error: unknown) =>
      log.error({ err: error }, 'a reset link could not be mailed'),
    )
  })
  return {}
}
