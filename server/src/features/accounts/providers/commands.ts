import type { Tx } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/http/route.ts'
import { findBrowserHash } from '#server/platform/session/browser-cookie.ts'

type Owner = { readonly id: number; readonly email: string; readonly is_confirmed: boolean }

/**
 * Somebody has signed in with their password: what this browser has proven at a provider for the very same address is theirs from now on.
 * What it has proven for another address stays untouched and runs out.
 */
export const linkWaiting = async (
  tx: Tx,
  user: Owner,
  { cookies, services, now }: Pick<Call, 'cookies' | 'services' | 'now'>,
): Promise<void> => {
  const browserHash = findBrowserHash(services.config.publicUrl, cookies)
  if (!browserHash || !user.is_confirmed) return
  const proven = await tx
    .deleteFrom('waiting_identities')
    .where('browser_hash', '=', browserHash)
    .where('email', '=', user.email)
    .where('expires_at', '>', now)
    .returning(['issuer', 'subject', 'email'])
    .execute()
  for (const identity of proven)
    await tx
      .insertInto('identities')
      .values({ ...identity, user_id: user.id, created_at: now, last_used_at: now })
      // Linked meanwhile, in another browser.
      .onConflict(clash => clash.doNothing())
      .execute()
}
