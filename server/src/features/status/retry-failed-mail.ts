import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/status/contract.ts'
import { retryMail } from '#server/features/agencies/retry-parked-mail.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'

/** @see contract.retryFailedMail */
export const retryFailedMail = async (
  { params: { mailId } }: Input<typeof contract.retryFailedMail>,
  call: SignedInCall,
): Promise<Answer<typeof contract.retryFailedMail>> => retryMail(call, mailId, null)
