import { AgencyPeopleScreen } from '#web/features/agencies/agency-people-screen.tsx'
import { AgencyScreen } from '#web/features/agencies/agency-screen.tsx'
import { PausePanel } from '#web/features/publishing/pause-panel.tsx'
import { SecurityScreen } from '#web/features/secret-addresses/security-screen.tsx'
import { useOwnProject } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { browserTimezone } from '#web/ui/time/zoned-time.tsx'

/** The agency that the project of the page belongs to. */
const useAgencyId = () => useOwnProject(useProjectId()).agency_id

/** `/{projectId}/settings/agency`. */
export function AgencySettingsPage() {
  const agencyId = useAgencyId()
  return (
    <AgencyScreen
      agencyId={agencyId}
      pause={<PausePanel place={{ agencyId, projectId: null }} timezone={browserTimezone()} />}
    />
  )
}

/** `/{projectId}/settings/people`. */
export function PeopleSettingsPage() {
  return <AgencyPeopleScreen agencyId={useAgencyId()} />
}

/** `/{projectId}/settings/security`. */
export function SecuritySettingsPage() {
  return <SecurityScreen agencyId={useAgencyId()} />
}
