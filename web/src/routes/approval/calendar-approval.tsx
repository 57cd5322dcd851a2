import { getRouteApi } from '@tanstack/react-router'
import { CalendarScreen } from '#web/features/calendar/calendar-screen.tsx'

const route = getRouteApi('/$projectId/pages/calendar-approval')

export function CalendarApprovalPage() {
  return <CalendarScreen search={route.useSearch()} mode="approval" />
}
