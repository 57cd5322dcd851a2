import type { Mark } from '#domain/marks/model.ts'
import { MarkedPlaces } from '#web/features/marks/marked-places.tsx'
import { useGetPostOfProject } from '#web/features/posts/api.ts'
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
  const projectId = useProjectId()
  const tick = useCheckRevisionMarks({ projectId, postId })
  const { data: post } = useGetPostOfProject(projectId, postId)
  const version = post?.post_socials.find(({ id }) => id === postSocialId)
  if (!version) return null
  const onTick = (id: number, is_done: boolean) =>
    tick.mutateAsync({ approval_action_id: actionId, marks: [{ id, is_done }] }).catch(expectApiError)
  return <MarkedPlaces version={version} marks={marks} onTick={isCheckable ? onTick : null} />
}
