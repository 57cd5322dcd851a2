import { ArchivedScreen } from '#web/features/archived-projects/archived-screen.tsx'

/** `/archived`: of no project, as what is archived is in none of the lists. */
export function ArchivedPage() {
  return <ArchivedScreen />
}
