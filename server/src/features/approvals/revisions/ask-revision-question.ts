import type * as contract from '#domain/approvals/conversation-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockDiscussed, recordMessage } from './questions.ts'

/** Asks those who decide a round (docs/product/approvals.md "Questions and answers"). */
export const askRevisionQuestion = async (
  { body }: Input<typeof contract.askRevisionQuestion>,
  call: ScopedCall,
): Promise<Answer<typeof contract.askRevisionQuestion>> => {
  const target = await lockDiscussed(call, body)
  return isFailure(target) ? target : recordMessage(call, target, 'question_pushed', body)
}
