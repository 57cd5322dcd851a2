import { getRouteApi } from '@tanstack/react-router'
import { Empty } from '#web/ui/states.tsx'

const route = getRouteApi('/$projectId/pages/calendar')

export function CalendarPage() {
  const { projectId } = route.useParams()
  return <Empty title="Calendar" text={`Project ${projectId}`} />
}
