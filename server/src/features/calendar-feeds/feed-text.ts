import { setImmediate as nextTurn } from 'node:timers/promises'
import { ICalCalendar, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { EVENT_MINUTES, feedEvent } from '#domain/calendar-feeds/events.ts'
import { plainLines } from '#domain/kernel/text.ts'
import type { PostSummary } from '#domain/posts/model.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

type Item = Schedule & { readonly post: PostSummary }

/** How often a calendar should look again. */
const REFRESH_SECONDS = 3600

/** Events that are written before other calls have their turn: writing all of them takes half a second. */
const AT_ONCE = 250
const FIRST_EVENT = '\r\nBEGIN:VEVENT\r\n'
const END = '\r\nEND:VCALENDAR'

const isApprover = ({ role }: ProjectScope): boolean =>
  role === 'internal-approver' || role === 'external-approver'

/** Where the person sees the post: approvers have no editor. */
const linkOf = ({ post }: Item, scope: ProjectScope, publicUrl: string): string => {
  const network = post.post_socials[0]?.social_network ?? 'facebook'
  const page = isApprover(scope) ? 'approval' : 'manage-post'
  return `${publicUrl}/${scope.projectId}/${page}/${network}?postId=${post.id}`
}

/**
 * The posts as a calendar (RFC 5545). Times are instants, which each calendar shows in its own zone. Nothing in it depends on when it is
 * read: unchanged posts give the same text.
 */
export const feedText = async (
  scope: ProjectScope,
  items: readonly Item[],
  publicUrl: string,
): Promise<string> => {
  let text = calendarText(scope, items.slice(0, AT_ONCE), publicUrl)
  for (let from = AT_ONCE; from < items.length; from += AT_ONCE) {
    await nextTurn()
    const more = calendarText(scope, items.slice(from, from + AT_ONCE), publicUrl)
    text = text.slice(0, text.lastIndexOf(END)) + more.slice(more.indexOf(FIRST_EVENT))
  }
  return text
}

const calendarText = (scope: ProjectScope, items: readonly Item[], publicUrl: string): string => {
  const calendar = new ICalCalendar({
    name: plainLines(`${scope.projectName} (Galley)`),
    prodId: { company: 'Galley', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  for (const item of items) {
    const post = { ...item.post, message: plainLines(item.post.message) }
    const start = new Date(item.datetime)
    const link = linkOf(item, scope, publicUrl)
    const { title, status, isConfirmed } = feedEvent(post)
    calendar.createEvent({
      id: `post-${post.id}@${new URL(publicUrl).hostname}`,
      start,
      end: new Date(start.getTime() + EVENT_MINUTES * 60_000),
      stamp: new Date(post.updated_at),
      lastModified: new Date(post.updated_at),
      summary: title,
      description: [`Status: ${status}`, post.message, link].filter(text => text !== '').join('\n\n'),
      url: link,
      status: isConfirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}
