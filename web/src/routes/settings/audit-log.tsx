import { getRouteApi } from '@tanstack/react-router'
import { AuditLogScreen } from '#web/features/agencies/audit-log-screen.tsx'
import { useOwnProject } from '#web/platform/me.ts'

const route = getRouteApi('/$projectId/pages/settings/audit-log')

/** `/{projectId}/settings/audit-log`: of the agency that the project belongs to. */
export function AuditLogPage() {
  const { projectId } = route.useParams()
  const navigate = route.useNavigate()
  return (
    <AuditLogScreen
      agencyId={useOwnProject(projectId).agency_id}
      search={route.useSearch()}
      onSearch={search => void navigate({ search, resetScroll: false })}
    />
  )
}
