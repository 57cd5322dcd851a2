import { awaitedIn } from '#domain/approvals/awaited-approvers.ts'
import { readChosen } from '#server/features/approvals/deadlines/deadlines.ts'
import type { AwaitedVersion } from '#server/features/approvals/deadlines/remind-people.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { type Member, makersOf, readPeople } from './board-people.ts'
import type { boardRange } from './board-range.ts'
import { listPlannedVersions, type OpenVersion, type PlannedVersion } from './planned-versions.ts'

const placeOf = ({ post_id }: AwaitedVersion['social'], network: string | null) => `${post_id} ${network}`

/** Those that somebody has to decide. Left out: what is decided with its master content (docs/product/approvals.md "Master content"). */
const openOf = (planned: readonly PlannedVersion[]): OpenVersion[] => {
  const open = planned.filter((version): version is OpenVersion => version.approval_id !== null)
  const waiting = new Set(open.map(({ social }) => placeOf(social, social.social_network)))
  return open.filter(
    ({ social, master }) =>
      master === null || master === social.social_network || !waiting.has(placeOf(social, master)),
  )
}

/**
 * What was sent back, or is a draft that nobody has sent for approval, with those who make it. Of a post of which a version was sent back,
 * the drafts wait for the same correction. Where one version decides for all of a post, that one is looked at
 * (docs/product/approvals.md "Master content").
 */
const unsentOf = (
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

export type WaitingVersions = {
  readonly versions: readonly AwaitedVersion[]
  /** The people of the projects. */
  readonly people: ReadonlyMap<number, readonly Member[]>
}

/** What waits for a decision, a correction or to be sent for approval, with the people whom it waits for. */
export const readWaitingVersions = async (
  db: Reader,
  projectIds: readonly number[],
  range: ReturnType<typeof boardRange>,
): Promise<WaitingVersions> => {
  const planned = await listPlannedVersions(db, projectIds, range)
  const open = openOf(planned)
  const people = await readPeople(db, projectIds)
  const chosen = await readChosen(
    db,
    open.map(({ approval_id }) => approval_id),
  )
  const versions = open.map(({ social, approval_id, round, opened_at: since }) => {
    const approvers = chosen.get(approval_id) ?? []
    const awaited = awaitedIn({ type: round, approvers }, people.get(social.project_id) ?? [])
    return { social, task: 'decide' as const, round, since, awaited: awaited.map(({ id }) => id) }
  })
  return { versions: [...versions, ...unsentOf(planned, people)], people }
}
