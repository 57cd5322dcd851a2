import { OfferedScreen } from '#web/features/hand-overs/offered-screen.tsx'

/** `/offered`: of no project, as what is offered is not the reader's yet. */
export function OfferedPage() {
  return <OfferedScreen />
}
