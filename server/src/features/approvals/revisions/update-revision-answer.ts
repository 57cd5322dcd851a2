import type * as contract from '#domain/approvals/conversation-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { changeMessage } from './questions.ts'

export const updateRevisionAnswer = (
  { body }: Input<typeof contract.updateRevisionAnswer>,
  call: ScopedCall,
): Promise<Answer<typeof contract.updateRevisionAnswer>> => changeMessage(call, 'answer_pushed', body)
