import { awaitedIn } from '#domain/approvals/awaited-approvers.ts'
import type * as contract from '#domain/approvals/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { isLedByMasterIn, lockPosts, openRoundOf } from '#server/features/approvals/locked-post.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockReminders, remindPeople } from './remind-people.ts'

/** Reminds everybody who has not decided about the post and was not reminded of anything by this agency within the hour. */
export const remindApprovers = async (
  { body }: Input<typeof contract.remindApprovers>,
  { tx, scope, now, person, services }: ScopedCall,
): Promise<Answer<typeof contract.remindApprovers>> => {
  await lockReminders(tx, scope.agencyId)
  const [post] = (await lockPosts(tx, scope, [body.post_id])) ?? []
  if (!post) return fail('not_found')
  const people = await listPeople(tx, scope, services.config.publicUrl)
  const waiting = post.socials.flatMap(social => {
    const round = openRoundOf(post, social.id)
    if (!round || isLedByMasterIn(post, social.id)) return []
    const awaited = awaitedIn(round, people).map(({ id }) => id)
    return { social, task: 'decide' as const, round: round.type, since: new Date(round.opened_at), awaited }
  })
  if (waiting.length === 0) return statusRefusal(post.socials.map(({ status }) => status))
  if (!waiting.some(({ awaited }) => awaited.some(id => id !== person.userId)))
    return fail('illegal_transition', { message: 'Nobody else has to decide about this post.' })
  const { reminded } = await remindPeople(tx, services, waiting, {
    agencyId: scope.agencyId,
    remindedBy: person.userId,
    people: null,
    message: null,
  })
  return reminded.size === 0 ? fail('already_reminded') : { post_id: post.id, reminded_at: now.toISOString() }
}
