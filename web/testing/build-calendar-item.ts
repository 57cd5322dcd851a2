import type { CalendarItem } from '#domain/calendar/contract.ts'
import { type CalendarEntry, entriesOf } from '#domain/calendar/entries.ts'
import { localOf } from '#domain/kernel/time.ts'
import type { PostStatus } from '#domain/posts/status.ts'

type Version = CalendarItem['post']['post_socials'][number]

let lastId = 0

type Part = Partial<Omit<CalendarItem['post'], 'post_socials'>> & {
  readonly datetime?: string
  readonly is_autoposting?: boolean
  readonly status?: PostStatus
  readonly socials?: readonly Partial<Version>[]
}

/** For tests: a scheduled post as the calendar gets it. */
export const calendarItem = ({ datetime, is_autoposting, socials, ...post }: Part = {}): CalendarItem => {
  const id = ++lastId
  const instant = datetime ?? '2026-11-23T17:05:00.000Z'
  return {
    id,
    schedule_id: id,
    post_id: id,
    ...localOf(new Date(instant), 'Europe/Berlin'),
    datetime: instant,
    timezone: 'Europe/Berlin',
    is_autoposting: is_autoposting ?? true,
    post: {
      id,
      project_id: 3,
      type: 'single_photo',
      status: 'draft',
      message: `Text ${id}`,
      preview: null,
      updated_at: '2026-11-20T09:00:00.000Z',
      is_overdue: false,
      ...post,
      post_socials: (socials ?? [{}]).map((social, index) => ({
        id: id * 10 + index,
        social_network: 'facebook',
        type: post.type ?? 'single_photo',
        status: 'draft',
        is_approved: false,
        ...social,
      })),
    },
  }
}

/** For tests: when an item is planned, without its post. */
export const scheduleOf = ({ post: _, ...schedule }: CalendarItem) => schedule

/** For tests: the same, on its day. */
export const calendarEntry = (part: Part = {}): CalendarEntry => {
  const [entry] = entriesOf([calendarItem(part)], 'Europe/Berlin')
  if (!entry) throw new Error('an item is an entry')
  return entry
}
