import { dueDecision } from '#domain/publishing/due-decision.ts'
import { mustNotAutopost } from '#domain/schedules/timing.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { lockDue, readAccountIdsOf } from '../release/burst/queries.ts'
import { readPresentDigests } from '../release/queries.ts'
import { openPublications } from './open-publication.ts'
import type { Publisher } from './publisher.ts'

const MINUTE = 60_000

/**
 * Releases, in one transaction, those of the schedules that are due and whose versions all simply go out: most of a burst. What another
 * worker or a person holds in this moment is left for the next time. @returns how many were released, and those that are to be looked
 * at one by one, where a person or the client has a say.
 */
export const releasePlainly = (
  publisher: Publisher,
  scheduleIds: readonly number[],
): Promise<{ released: number; left: number[] }> =>
  publisher.services.db.transaction().execute(async tx => {
    const { schedules, socials, empty } = await lockDue(tx, scheduleIds)
    const digests = await readPresentDigests(tx, socials)
    const now = await publisher.now(tx)
    const plain = schedules.filter(schedule =>
      goesOut(schedule, { socials: socials.filter(isOf(schedule)), digests, now }),
    )
    if (plain.length > 0) await release(tx, publisher, { plain, socials, digests, now })
    const done = new Set(plain.map(schedule => schedule.id))
    const seen = schedules.map(schedule => schedule.id).filter(id => !done.has(id))
    return { released: plain.length, left: [...seen, ...empty] }
  })

type Schedule = Row<'schedules'>
type Social = Row<'post_socials'>
type Seen = {
  readonly socials: readonly Social[]
  readonly digests: ReadonlyMap<number, string>
  readonly now: Date
}

const isOf = (schedule: Schedule) => (social: Social) => social.post_id === schedule.post_id

/** Whether the due time makes every version of it go out, by the same table that decides about each single one. */
const goesOut = (schedule: Schedule, { socials, digests, now }: Seen): boolean =>
  schedule.datetime <= now &&
  socials.length > 0 &&
  socials.every(
    social =>
      dueDecision({
        status: social.status,
        isAutoposting: schedule.is_autoposting && !mustNotAutopost([social.social_network], social.type),
        // Only a version that waits for the client depends on these two, and that is none of the plain ones.
        bypass: false,
        internalApproved: false,
        digestMatches: social.cleared_digest !== null && social.cleared_digest === digests.get(social.id),
        latenessMinutes: (now.getTime() - schedule.datetime.getTime()) / MINUTE,
      }) === 'publish',
  )

const release = async (
  tx: Tx,
  { services }: Publisher,
  { plain, socials, digests, now }: Seen & { readonly plain: readonly Schedule[] },
): Promise<void> => {
  const ids = plain.map(schedule => schedule.id)
  await tx.updateTable('schedules').set({ released_at: now }).where('id', 'in', ids).execute()
  const scheduleOf = new Map(plain.map(schedule => [schedule.post_id, schedule]))
  const accountOf = await readAccountIdsOf(tx, [...new Set(plain.map(schedule => schedule.project_id))])
  const openings = socials.flatMap(social => {
    const schedule = scheduleOf.get(social.post_id)
    if (!schedule) return []
    const digest = digests.get(social.id) ?? ''
    // None: it fails on the way with the reason, as one that is removed later does.
    const accountId = accountOf.get(`${social.project_id}/${social.social_network}`) ?? null
    const event = 'publishing_started' as const
    return [{ ...{ social, event, digest, accountId, now }, startedBy: null, dueAt: schedule.datetime }]
  })
  await openPublications(tx, services.jobs, openings)
}
