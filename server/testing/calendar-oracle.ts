import { deadlineOf } from '#domain/approvals/deadline.ts'
import type { CalendarItem } from '#domain/calendar/contract.ts'
import { hiddenFromClients, pending, postStatus, sentBackStatuses } from '#domain/posts/status.ts'
import { deadlineHoursOf } from '#domain/projects/deadline-hours.ts'
import { isPostOverdue } from '#server/features/posts/schedules.ts'
import type { Db } from '#server/platform/db/database.ts'

/**
 * What a calendar of all of a project's posts must show, put together row by row from whole tables: slow, and without the revisions,
 * copies and caches that the calendar itself relies on.
 */
export const expectedCalendar = async (
  db: Db,
  projectId: number,
  audience: 'team' | 'client',
  now: Date,
): Promise<CalendarItem[]> => {
  const of = <T extends { project_id: number }>(rows: T[]) => rows.filter(row => row.project_id === projectId)
  const posts = of(await db.selectFrom('posts').selectAll().execute())
  const schedules = of(await db.selectFrom('schedules').selectAll().execute())
  const versions = of(await db.selectFrom('post_socials').selectAll().execute())
  const attachments = of(await db.selectFrom('attachments').selectAll().execute())
  const medias = of(await db.selectFrom('medias').selectAll().execute())
  const approvals = of(await db.selectFrom('approvals').selectAll().execute())
  const settings = of(await db.selectFrom('project_settings').selectAll().execute())
  const items: CalendarItem[] = []
  for (const post of posts) {
    const schedule = schedules.find(row => row.post_id === post.id && row.deleted_at === null)
    const seen = versions
      .filter(row => row.post_id === post.id)
      .filter(
        ({ status, sent_back_in }) =>
          audience === 'team' ||
          (!hiddenFromClients.includes(status) &&
            (!sentBackStatuses.includes(status) || sent_back_in === 'external')),
      )
      .sort((a, b) => (a.social_network < b.social_network ? -1 : 1))
    const [first] = seen
    if (!schedule || !first || post.deleted_at !== null) continue
    const pictures = seen.flatMap(version =>
      attachments
        .filter(row => row.post_social_id === version.id)
        .sort((a, b) => a.position - b.position)
        .flatMap(row => medias.filter(media => media.id === (row.thumbnail_media_id ?? row.media_id)))
        .filter(media => media.has_previews),
    )
    const text = [...first.message]
    const deadlines = approvals
      .filter(({ status, type }) => status === 'open' && (audience === 'team' || type === 'external'))
      .filter(round => seen.some(({ id }) => id === round.post_social_id))
      .map(({ opened_at: openedAt }) =>
        deadlineOf({
          scheduledAt: schedule.datetime,
          chosenAt: post.approval_deadline_at,
          openedAt,
          hours: deadlineHoursOf(settings),
        }).toISOString(),
      )
      .sort()
    const isWaiting = seen.some(({ status }) => pending.some(one => one === status))
    items.push({
      id: schedule.id,
      schedule_id: schedule.id,
      post_id: post.id,
      date: schedule.date,
      time: schedule.time,
      timezone: schedule.timezone,
      ...(schedule.planned_at ? { planned_datetime: schedule.planned_at.toISOString() } : {}),
      datetime: schedule.datetime.toISOString(),
      is_autoposting: schedule.is_autoposting,
      post: {
        id: post.id,
        project_id: projectId,
        type: post.type,
        status: postStatus(seen.map(({ status }) => status)),
        message: text.length > 120 ? `${text.slice(0, 119).join('')}…` : first.message,
        preview: pictures[0] ? `/media/${pictures[0].storage_key}/small` : null,
        updated_at: new Date(
          Math.max(...[post, ...seen].map(({ updated_at }) => updated_at.getTime())),
        ).toISOString(),
        is_overdue: isPostOverdue(seen, schedule.datetime, now),
        ...(isWaiting && deadlines[0] ? { decide_by: deadlines[0] } : {}),
        post_socials: seen.map(({ id, social_network, type, status, is_approved }) => ({
          id,
          social_network,
          type,
          status,
          is_approved,
        })),
      },
    })
  }
  return items.sort((a, b) => a.datetime.localeCompare(b.datetime) || b.post_id - a.post_id)
}
