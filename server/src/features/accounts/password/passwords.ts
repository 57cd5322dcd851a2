import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { endSessionsOf } from '#server/platform/session/end-sessions.ts'
import { expireLinks, findLink } from '#server/platform/session/links.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { passwordChangedLetter } from '../letters.ts'

export const findResetLink = async (
  db: Reader,
  { email, token }: { email: string; token: string },
  now: Date,
) => {
  const user = await findLink(db, token, 'reset', now)
  return user && !user.used_at && !user.is_blocked && user.email === email ? user : null
}

type Setting = {
  readonly now: Date
  /** The session that goes on. */
  readonly except?: number
  /** What the owner is told; that it was changed unless it says otherwise. */
  readonly letter?: typeof passwordChangedLetter
}

/** Sets it, ends the sessions that were begun with the old one, and uses up every reset link that is about. */
export const setPassword = async (
  tx: Tx,
  services: Services,
  user: { id: number; email: string; password: string },
  { now, except, letter = passwordChangedLetter }: Setting,
): Promise<void> => {
  const password_hash = await hashPassword(user.password)
  await tx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
  await expireLinks(tx, user.id, 'reset', now)
  await endSessionsOf(tx, user.id, except === undefined ? { now } : { now, except })
  const { publicUrl } = services.config
  await queueMail(tx, services, {
    to: user.email,
    ...letter({ publicUrl, email: user.email }),
  })
}
