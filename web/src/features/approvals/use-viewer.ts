import { useActor } from '#web/features/projects/api.ts'
import { useMe } from '#web/platform/me.ts'
import type { Viewer } from './decision/decision-rules.ts'

/** The signed-in person, for the rules of approval. */
export const useViewer = (projectId: number): Viewer => ({
  actor: useActor(projectId),
  personId: useMe().id,
})
