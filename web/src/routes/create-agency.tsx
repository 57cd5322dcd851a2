import { getRouteApi } from '@tanstack/react-router'
import { AgencyWizard } from '#web/features/onboarding/create-agency-screen.tsx'

const route = getRouteApi('/create-agency/$step')

export function CreateAgencyPage() {
  return <AgencyWizard step={route.useParams().step} />
}
