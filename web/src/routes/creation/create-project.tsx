import { getRouteApi } from '@tanstack/react-router'
import { CreateProjectScreen } from '#web/features/onboarding/create-project-screen.tsx'

const route = getRouteApi('/create-project/$step')

/** `/create-project/{step}?project=…`. Each step and each project starts with a fresh form. */
export function CreateProjectPage() {
  const { step } = route.useParams()
  const { project } = route.useSearch()
  return <CreateProjectScreen key={`${step}-${project}`} step={step} projectId={project} />
}
