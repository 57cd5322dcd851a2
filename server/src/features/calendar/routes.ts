import * as contract from '#domain/calendar/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { getCalendar } from './get-calendar.ts'

export const calendarRoutes: readonly Route[] = [projectRoute(contract.getCalendar, getCalendar)]
