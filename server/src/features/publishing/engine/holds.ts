import { sql } from 'kysely'
import type { HoldReason, HoldScope } from '#domain/publishing/holds.ts'
import { publicationLifecycle } from '#domain/publishing/status.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import { fenceOf, withLockedPublication } from './outcomes.ts'
import { LeaseLost, type Publication } from './publication.ts'
import { after, type Publisher } from './publisher.ts'

/** Far beyond any release: what is held is taken up again by the release, not by a sweep. */
export const HELD_MS = 365 * 24 * 3_600_000

/** What a hold is compared with: the project, and whether the publication was released singly. */
type Holdable = Pick<Publication, 'project_id' | 'hold_waived_at'>

/** The ids of the projects with an active hold, each with the time of the latest. Few rows, because few holds are active. */
const readHolds = async (db: Reader, projectIds: readonly number[]): Promise<Map<number, Date>> => {
  if (projectIds.length === 0) return new Map()
  const { rows } = await sql<{ project_id: number; held_at: Date }>`
    select p.id as project_id, max(h.held_at) as held_at from publishing_holds h
    join projects p on p.id = any(${[...new Set(projectIds)]})
      and (h.scope = 'installation' or h.agency_id = p.agency_id or h.project_id = p.id)
    where h.released_at is null group by p.id`.execute(db)
  return new Map(rows.map(row => [row.project_id, row.held_at]))
}

/** Which of these are held, in their order. One that was released singly is exempt from the holds before that. */
export const findHeld = async (db: Reader, publications: readonly Holdable[]): Promise<boolean[]> => {
  const holds = await readHolds(
    db,
    publications.map(({ project_id }) => project_id),
  )
  return publications.map(({ project_id, hold_waived_at }) => {
    const heldAt = holds.get(project_id)
    return heldAt !== undefined && (hold_waived_at === null || hold_waived_at < heldAt)
  })
}

/** Batched: one read for all that were claimed at the same moment. */
const isHeld = oncePer((publisher: Publisher) =>
  batched((publications: readonly Publication[]) => findHeld(publisher.services.db, publications), {
    size: 100,
    atOnce: 2,
  }),
)

/**
 * Locks the active holds against their release, until the transaction ends: what is put aside now is seen by the release that follows, and
 * a release that came first is seen here.
 */
const isHeldLocked = async (tx: Tx, publication: Holdable): Promise<boolean> => {
  await sql`select id from publishing_holds where released_at is null order by id for share`.execute(tx)
  const [held = false] = await findHeld(tx, [publication])
  return held
}

/** Puts the publication aside until a release, if publishing is held in its project. @returns whether it was put aside */
export const holdBack = async (publisher: Publisher, publication: Publication): Promise<boolean> => {
  if (!(await isHeld(publisher)(publication))) return false
  return withLockedPublication(publisher, publication, async (tx, { publication: row }, now) => {
    if (!(await isHeldLocked(tx, row))) return false
    const aside = { held_at: now, run_at: after(now, HELD_MS), lease_until: null }
    if (!(await move(tx, publicationLifecycle, row.id, 'released', aside, fenceOf(publication))))
      throw new LeaseLost()
    return true
  })
}

/** The same for the first comment of a live post. @returns whether it was put aside */
export const holdBackComment = async (publisher: Publisher, publication: Publication): Promise<boolean> => {
  if (!(await isHeld(publisher)(publication))) return false
  return withLockedPublication(publisher, publication, async (tx, { publication: row }, now) => {
    if (!(await isHeldLocked(tx, row))) return false
    await tx
      .updateTable('publication_follow_ups')
      .set({ held_at: now })
      .where('publication_id', '=', row.id)
      .where('comment', '=', 'pending')
      .execute()
    return true
  })
}

/** Holds all agencies after lost time, each by itself, so that its own admins may release it. */
export const holdEveryAgency = async (
  tx: Tx,
  { reason, lostFrom, now }: { reason: HoldReason; lostFrom: Date; now: Date },
): Promise<void> => {
  await sql`
    insert into publishing_holds (scope, agency_id, reason, lost_from, held_at)
    select 'agency', id, ${reason}, ${lostFrom}::timestamptz, ${now}::timestamptz from agencies
    on conflict do nothing`.execute(tx)
}

export type NewHold = {
  readonly scope: HoldScope
  readonly agencyId?: number
  readonly projectId?: number
  readonly reason: HoldReason
  readonly heldBy: number | null
  readonly now: Date
}

/** @returns false if it is held already for this reason */
export const addHold = async (tx: Tx, { scope, reason, now, ...own }: NewHold): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('publishing_holds')
    .values({
      scope,
      reason,
      held_at: now,
      held_by: own.heldBy,
      agency_id: own.agencyId ?? null,
      project_id: own.projectId ?? null,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
