import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import { proposeWords } from '#server/features/approvals/proposals/propose-words.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { recordLinkUse } from './decisions.ts'

/** Taken words are an approval: it is on record like one from which device they were proposed. */
export const proposeWordsByLink = async (
  { body }: Input<typeof contract.proposeWordsByLink>,
  call: ScopedCall,
): Promise<Answer<typeof contract.proposeWordsByLink>> => {
  const answer = await proposeWords({ body, params: undefined, query: undefined }, call)
  if (isFailure(answer)) return answer
  const { post_id } = await call.tx
    .selectFrom('post_socials')
    .select('post_id')
    .where('id', '=', body.post_social_id)
    .executeTakeFirstOrThrow()
  await recordLinkUse(call, 'post.words_proposed_by_link', [post_id])
  return answer
}
