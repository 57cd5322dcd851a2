import { getRouteApi } from '@tanstack/react-router'
import { CalendarScreen } from '#web/features/calendar/calendar-screen.tsx'

const route = getRouteApi('/$projectId/pages/calendar-approval')

export function CalendarApprovalPage() {
  const { projectId } = route.useParams()
  return <CalendarScreen projectId={projectId} search={route.useSearch()} mode="approval" />
}
