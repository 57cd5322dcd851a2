import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useOwnProject } from '#web/platform/me.ts'
import { PageLoading } from './page-states.tsx'

// The screens are files of this small one: what they need would otherwise be named by the script of every page.
const ReportingScreen = lazy(() =>
  import('#web/features/reports/reporting-screen.tsx').then(module => ({ default: module.ReportingScreen })),
)
const ApprovalTimesScreen = lazy(() =>
  import('#web/features/reports/approval-times-screen.tsx').then(module => ({
    default: module.ApprovalTimesScreen,
  })),
)

const reporting = getRouteApi('/$projectId/pages/reporting')
const approvalTimes = getRouteApi('/$projectId/pages/settings/approval-times')

/** `/{projectId}/reporting`. */
export function ReportingPage() {
  const { id } = reporting.useSearch()
  const navigate = reporting.useNavigate()
  return (
    <Suspense fallback={<PageLoading />}>
      <ReportingScreen reportId={id} onReport={reportId => void navigate({ search: { id: reportId } })} />
    </Suspense>
  )
}

/** `/{projectId}/settings/approval-times`: of the agency that the project belongs to. */
export function ApprovalTimesPage() {
  const { projectId } = approvalTimes.useParams()
  const { agency_id } = useOwnProject(projectId)
  return (
    <Suspense fallback={<PageLoading />}>
      <ApprovalTimesScreen agencyId={agency_id} />
    </Suspense>
  )
}
