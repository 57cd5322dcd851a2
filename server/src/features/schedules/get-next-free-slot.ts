import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type * as contract from '#domain/schedules/contract.ts'
import { nextFreeSlot } from '#domain/schedules/slots.ts'
import { readTimeSlots } from '#server/features/projects/time-slots.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** Finds the first slot that no post on these networks occupies. Nothing reserves it: the first person to schedule gets it. */
export const getNextFreeSlot = async (
  { query: { social_networks: networks } }: Input<typeof contract.getNextFreeSlot>,
  { db, scope, services, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.getNextFreeSlot>> => {
  const { projectId, timezone } = scope
  const slots = await readTimeSlots(db, projectId)
  if (slots.length === 0) return null
  const occupied = await listOccupied(db, scope, networks, now)
  const clock = { now, timezone, leadMinutes: services.config.LEAD_TIME_MINUTES }
  const found = nextFreeSlot(slots, networks, clock, instant => occupied.has(instant.getTime()))
  return found && { date: found.date, time: found.time, timezone, datetime: found.instant.toISOString() }
}

/** When posts of the project with a version on one of these networks go out, in milliseconds. One that was never saved occupies nothing. */
const listOccupied = async (
  db: Db,
  { projectId }: ProjectScope,
  networks: readonly SocialNetwork[],
  now: Date,
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ scheduled_at: Date }>`
    select distinct p.scheduled_at from posts p
    where p.project_id = ${projectId} and p.deleted_at is null and p.scheduled_at >= ${now}
      and exists (select 1 from post_socials s where s.post_id = p.id and s.status <> 'temporary_draft'
        and s.social_network = any(${[...networks]}))`.execute(db)
  return new Set(rows.map(({ scheduled_at: at }) => at.getTime()))
}
