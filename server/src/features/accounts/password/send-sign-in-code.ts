import { SIGN_IN_CODE_HOURS } from '#domain/accounts/account-fields.ts'
import type * as contract from '#domain/accounts/sign-in-codes-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { Call, Services } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import type { Limit } from '#server/platform/session/attempts.ts'
import { listCandidates } from '../accounts-by-password.ts'
import { signInCodeMail } from '../mails.ts'
import { createSignInCode } from './sign-in-codes.ts'

/**
 * Few, as a stranger can ask for them; and in the same time as a code works, so that a stranger who uses them up has only had the person
 * mailed what lets them in.
 */
export const signInCodeLimit = ({ body }: Input<typeof contract.sendSignInCode>): Limit => ({
  subject: `sign-in code ${body.email}`,
  times: 5,
  minutes: SIGN_IN_CODE_HOURS * 60,
})

const mailCode = async (services: Services, email: string, now: Date): Promise<void> => {
  const { db, config } = services
  const { confirmed, unconfirmed } = await listCandidates(db, email)
  const user = confirmed ?? unconfirmed
  if (!user || user.is_blocked || user.password_hash === null) return
  await db.transaction().execute(async tx => {
    const code = await createSignInCode(tx, config, { userId: user.id, now })
    const mail = signInCodeMail({ publicUrl: config.publicUrl, email, code })
    await queueMail(tx, services, { to: email, ...mail })
  })
}

/** Looks the address up only after the answer, as `forgotPassword` does. */
export const sendSignInCode = async (
  { body }: Input<typeof contract.sendSignInCode>,
  { now, services, log, afterCommit }: Call,
): Promise<Answer<typeof contract.sendSignInCode>> => {
  afterCommit(() => {
    mailCode(services, body.email, now).catch((error: unknown) =>
      log.error({ err: error }, 'a sign-in code could not be mailed'),
    )
  })
  return {}
}
