import * as contract from '#domain/calendar/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { getCalendar } from './get-calendar.ts'
import { listCalendarCards } from './list-calendar-cards.ts'
import { listUnscheduledPosts } from './list-unscheduled-posts.ts'

export const calendarRoutes: readonly Route[] = [
  projectRoute(contract.getCalendar, getCalendar),
  projectRoute(contract.listCalendarCards, listCalendarCards),
  projectRoute(contract.listUnscheduledPosts, listUnscheduledPosts),
]
