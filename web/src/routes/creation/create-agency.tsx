import { getRouteApi } from '@tanstack/react-router'
import { CreateAgencyScreen } from '#web/features/onboarding/create-agency-screen.tsx'

const route = getRouteApi('/create-agency/$step')

export function CreateAgencyPage() {
  return <CreateAgencyScreen step={route.useParams().step} />
}
