import { getRouteApi } from '@tanstack/react-router'
import { Empty } from '#web/ui/states.tsx'

const route = getRouteApi('/$projectId/pages/calendar-approval')

export function CalendarApprovalPage() {
  const { projectId } = route.useParams()
  return <Empty title="Calendar" text={`Project ${projectId}`} />
}
