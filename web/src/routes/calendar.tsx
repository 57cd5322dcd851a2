import { getRouteApi } from '@tanstack/react-router'
import { CalendarScreen } from '#web/features/calendar/calendar-screen.tsx'

const route = getRouteApi('/$projectId/pages/calendar')

export function CalendarPage() {
  return <CalendarScreen search={route.useSearch()} mode="planning" />
}
