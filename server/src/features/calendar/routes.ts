import { getCalendar } from '#domain/calendar/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { getCalendarOfProject } from './get-calendar.ts'

export const calendarRoutes: readonly Route[] = [projectRoute(getCalendar, getCalendarOfProject)]
