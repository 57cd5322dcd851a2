import type { EnteredSession } from '#domain/accounts/model.ts'
import { parseJson } from '#domain/kernel/json.ts'
import { beginSession } from '#web/platform/token.ts'

const waitingKey = 'galley-second-factor'

/** Of a sign-in that waits for a code of the second factor; kept for this tab, so that a reload does not begin anew. */
export type WaitingSignIn = { readonly token: string; readonly invitation?: string | undefined }

export const readWaitingSignIn = (): WaitingSignIn | null =>
  parseJson(sessionStorage.getItem(waitingKey) ?? 'null') as WaitingSignIn | null

export const dropWaitingSignIn = (): void => sessionStorage.removeItem(waitingKey)

/** Keeps what a sign-in has answered. @returns false: the second factor is asked for first */
export const keepSignIn = ({ second_factor, ...session }: EnteredSession, invitation?: string): boolean => {
  if (second_factor) sessionStorage.setItem(waitingKey, JSON.stringify({ token: session.token, invitation }))
  else beginSession(session)
  return !second_factor
}
