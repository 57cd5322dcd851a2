import type * as contract from '#domain/accounts/contract.ts'
import { providerNames } from '#domain/accounts/providers.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { auditAccount, ownAccount } from '#server/platform/audit/accounts.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { identityUnlinkedMail } from '../mails.ts'
import { readSignInMethods } from './list-sign-in-methods.ts'

export const unlinkIdentity = async (
  { params: { identityId } }: Input<typeof contract.unlinkIdentity>,
  call: SignedInCall,
): Promise<Answer<typeof contract.unlinkIdentity>> => {
  const { tx, services, person } = call
  const { userId } = person
  // If two are unlinked at once, the second finds that it is the last.
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { identities } = await readSignInMethods(tx, userId, services.config)
  const own = identities.find(({ id }) => id === identityId)
  if (!own) return fail('not_found')
  if (!own.can_unlink) return fail('last_way_in')
  await tx.deleteFrom('identities').where('id', '=', identityId).execute()
  const { publicUrl } = services.config
  const provider = providerNames[own.provider]
  await auditAccount(tx, ownAccount(userId, call), {
    action: 'account.sign_in_unlinked',
    old: { provider, account: own.email },
  })
  await queueMail(tx, services, {
    to: email,
    ...identityUnlinkedMail({ publicUrl, email, provider, identity: own.email }),
  })
  return readSignInMethods(tx, userId, services.config)
}
