import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { isCode } from './device-codes.ts'
import { keepDeviceSecret } from './held-links.ts'
import { emailOf } from './person.ts'

/** Each code works once. Tries are counted by the route, so that a wrong one stays counted. */
export const confirmDevice = async (
  { body }: Input<typeof contract.confirmDevice>,
  call: ScopedCall,
): Promise<Answer<typeof contract.confirmDevice>> => {
  const { tx, scope, person, now, services, cookies, userAgent } = call
  const owner = { project_id: scope.projectId, user_id: person.userId }
  const sent = await tx
    .deleteFrom('approval_link_codes')
    .where('project_id', '=', owner.project_id)
    .where('user_id', '=', owner.user_id)
    .where('expires_at', '>', now)
    .returning('signature')
    .executeTakeFirst()
  // The refusal rolls back: the code can be tried again.
  if (!sent || !isCode(call, body.code, sent.signature)) return fail('wrong_code')
  const { hash, header } = keepDeviceSecret(services.config.publicUrl, cookies)
  await tx
    .insertInto('approval_link_devices')
    .values({ ...owner, token_hash: hash, confirmed_at: now })
    .onConflict(known =>
      known.columns(['token_hash', 'project_id', 'user_id']).doUpdateSet({ confirmed_at: now }),
    )
    .execute()
  await audit(tx, byScoped(call), {
    action: 'approval_link.device_confirmed',
    subject: await emailOf(tx, person.userId),
    new: { device: userAgent },
  })
  call.setCookie(header)
  return {}
}
