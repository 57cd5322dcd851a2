import { FULL_FIGURES_HOURS, type OnlineDay, type RatedPost } from '#domain/analytics/best-time.ts'
import { engagementOf } from '#domain/analytics/changes.ts'
import { metrics } from '#domain/analytics/metrics.ts'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { addDays } from '#domain/kernel/days.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { listPoints } from './points.ts'
import { listPublishedFigures } from './post-figures.ts'

/** Each weekday four times: enough to tell them apart, and recent enough. */
const ONLINE_DAYS = 28
/** Half a year: followers' habits change with the seasons. */
const POST_DAYS = 182
const HOUR = 3_600_000

type Requested = { readonly network: SocialNetwork; readonly now: Date }

/** In which hours followers were online on the latest days that the network reported. */
export const listOnlineDays = async (
  db: Reader,
  scope: ProjectScope,
  { network, now }: Requested,
): Promise<readonly OnlineDay[]> => {
  const names = metrics[network].filter(({ kind }) => kind === 'hours').map(({ name }) => name)
  const to = pacificDay(now)
  const points = await listPoints(db, scope, { network, metrics: names, from: addDays(to, -ONLINE_DAYS), to })
  return points.flatMap(({ day, extended }) => (extended ? [{ day, hours: extended }] : []))
}

/** Whether a post has been out for so long that its figures can be compared. */
export const isRated = (publishedAt: Date, readAt: Date): boolean =>
  readAt.getTime() - publishedAt.getTime() >= FULL_FIGURES_HOURS * HOUR

/** What Galley published lately and how many people reacted; stories are gone before they could be compared. */
export const listRatedPosts = async (
  db: Reader,
  scope: ProjectScope,
  { network, now }: Requested,
): Promise<readonly RatedPost[]> => {
  const from = new Date(now.getTime() - POST_DAYS * 24 * HOUR)
  const figures = await listPublishedFigures(db, scope, { network, from, until: now })
  return figures.flatMap(({ publishedAt, readAt, ...post }) => {
    const figure = engagementOf(post)
    return figure !== null && readAt !== null && isRated(publishedAt, readAt) ? [{ publishedAt, figure }] : []
  })
}
