import type { AwaitedVersion } from '#server/features/approvals/deadlines/remind-people.ts'
import { type Member, makersOf } from './board-people.ts'
import type { PlannedVersion } from './planned-versions.ts'

/**
 * What was sent back, or is a draft that nobody has sent for approval, with those who make it. Of a post of which a version was sent back,
 * the drafts wait for the same correction. Where one version decides for all of a post, that one is looked at
 * (docs/product/approvals.md "Master content").
 */
export const unsentOf = (
  planned: readonly PlannedVersion[],
  people: ReadonlyMap<number, readonly Member[]>,
): AwaitedVersion[] => {
  const unsent = planned.filter(
    ({ approval_id, social, master, has_master }) =>
      approval_id === null && (!has_master || master === social.social_network),
  )
  const sentBack = new Set(unsent.flatMap(({ status, social }) => (status === 'draft' ? [] : social.post_id)))
  return unsent
    .filter(({ status, social }) => status !== 'draft' || !sentBack.has(social.post_id))
    .map(({ social, author, status, sent_back_at: since }) => ({
      social,
      task: status === 'draft' ? 'send' : 'correct',
      round: null,
      since,
      awaited: makersOf(people.get(social.project_id) ?? [], author).map(({ id }) => id),
    }))
}
