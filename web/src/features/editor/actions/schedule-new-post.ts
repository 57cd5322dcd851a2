import type { QueryClient } from '@tanstack/react-query'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { timeOnDay } from '#domain/schedules/slots.ts'
import { defaultIsAutoposting, isOutsideLeadTime, mustNotAutopost } from '#domain/schedules/timing.ts'
import { listTimeSlotsQuery } from '#web/features/projects/time-slots-api.ts'
import { createSchedule, keepSchedule } from '#web/features/schedules/api.ts'
import { expectApiError, messageOf } from '#web/platform/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import { presetOf } from './preset.ts'

type NewPost = {
  readonly id: number
  readonly projectId: number
  readonly timezone: string
  readonly leadMinutes: number
  readonly networks: readonly SocialNetwork[]
  readonly type: PostType
  /** From the address: `yyyy-MM-dd`, or with `THH:mm`. */
  readonly date: string
}

/**
 * Gives a new post the time of its address, or the usual one of its day (docs/product/schedules.md "Usual times"). If that is too near, the
 * post stays without one and its page says why. A failure is shown, and keeps nobody from writing.
 */
export const scheduleNewPost = async (client: QueryClient, post: NewPost): Promise<void> => {
  const { projectId, timezone, leadMinutes, networks } = post
  const { date, time: named } = presetOf(post.date)
  if (date === undefined) return
  const clock = { now: new Date(), timezone, leadMinutes }
  try {
    const { slots } = await client.ensureQueryData(listTimeSlotsQuery(projectId))
    const time = named ?? timeOnDay(slots, date, networks, clock)
    if (time === null || !isOutsideLeadTime(instantOf({ date, time, timezone }), clock.now, leadMinutes))
      return
    const is_autoposting = defaultIsAutoposting && !mustNotAutopost(networks, post.type)
    keepSchedule(client, projectId, await createSchedule({ post_id: post.id, date, time, is_autoposting }))
  } catch (error) {
    expectApiError(error)
    // Fixed wording (docs/product/schedules.md "Texts").
    toast.error(`An error occurred. The content hasn't been scheduled. ${messageOf(error)}`)
  }
}
