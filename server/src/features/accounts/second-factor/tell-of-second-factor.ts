import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { secondFactorMail } from '../mails.ts'
import { emailOf } from './second-factors.ts'

const actions = {
  on: 'account.second_factor_on',
  off: 'account.second_factor_off',
  renewed: 'account.recovery_codes_renewed',
  used: 'account.recovery_code_used',
} as const

/** Each change is mailed to its person and logged for the admins of their agencies. */
export const tellOfSecondFactor = async (
  tx: Tx,
  { services, now, address }: Pick<Call, 'services' | 'now' | 'address'>,
  userId: number,
  change: keyof typeof actions,
): Promise<void> => {
  const email = await emailOf(tx, userId)
  await auditAccount(tx, ownAccount(userId, { address, now }), { action: actions[change] })
  const { publicUrl } = services.config
  await queueMail(tx, services, { to: email, ...secondFactorMail({ publicUrl, email, change }) })
}
