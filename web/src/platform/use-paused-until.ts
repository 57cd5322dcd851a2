import { useContext } from 'react'
import { pausedUntil } from '#domain/projects/paused-until.ts'
import { useMe } from './me.ts'
import { ShownProject } from './shown-project.ts'

/** Until when publishing is paused for the project on the screen, as far as the person is told; null: it is not. */
export const usePausedUntil = (): string | null => {
  const { pauses = [] } = useMe()
  const project = useContext(ShownProject)
  return project?.role ? pausedUntil(pauses, project) : null
}
