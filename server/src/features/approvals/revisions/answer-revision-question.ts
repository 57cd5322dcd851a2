import type * as contract from '#domain/approvals/conversation-contract.ts'
import { mayAnswerIn } from '#domain/approvals/questions.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockDiscussed, recordMessage } from './questions.ts'

/** Answers a question about a round. Several people may answer the same one. */
export const answerRevisionQuestion = async (
  { body }: Input<typeof contract.answerRevisionQuestion>,
  call: ScopedCall,
): Promise<Answer<typeof contract.answerRevisionQuestion>> => {
  const target = await lockDiscussed(call, body)
  if (isFailure(target)) return target
  if (!mayAnswerIn(call.scope, target.round.type)) return fail('forbidden')
  const question = await call.tx
    .selectFrom('approval_actions')
    .select('id')
    .where('approval_id', '=', target.round.id)
    .where('type', '=', 'question_pushed')
    .limit(1)
    .executeTakeFirst()
  if (!question) return fail('illegal_transition', { message: 'Nobody has asked anything in this round.' })
  return recordMessage(call, target, 'answer_pushed', body)
}
