import type { Mark } from '#domain/marks/model.ts'
import { MarkedPlaces } from '#web/features/marks/marked-places.tsx'
import { useSavedVersion } from '#web/features/marks/use-saved-version.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useCheckRevisionMarks } from '../conversation-api.ts'

type Props = {
  readonly postId: number
  readonly postSocialId: number
  readonly actionId: number
  readonly marks: readonly Mark[]
  readonly isCheckable: boolean
}

/** The places that an entry of the history is about, in the version as it is now. */
export function HistoryMarks({ postId, postSocialId, actionId, marks, isCheckable }: Props) {
  const tick = useCheckRevisionMarks({ projectId: useProjectId(), postId })
  const version = useSavedVersion({ postId, postSocialId })
  if (!version) return null
  const onTick = (id: number, is_done: boolean) =>
    tick.mutateAsync({ approval_action_id: actionId, marks: [{ id, is_done }] }).catch(expectApiError)
  return <MarkedPlaces version={version} marks={marks} onTick={isCheckable ? onTick : null} />
}
