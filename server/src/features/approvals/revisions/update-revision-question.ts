import type * as contract from '#domain/approvals/conversation-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { changeMessage } from './questions.ts'

export const updateRevisionQuestion = (
  { body }: Input<typeof contract.updateRevisionQuestion>,
  call: ScopedCall,
): Promise<Answer<typeof contract.updateRevisionQuestion>> => changeMessage(call, 'question_pushed', body)
