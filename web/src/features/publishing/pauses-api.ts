import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  listMissedPosts,
  type NewPause,
  pauseAgency,
  pauseClient,
  publishMissedPost,
  resumeAgency,
  resumeClient,
} from '#domain/publishing/pauses-contract.ts'
import { createSchedule, type ScheduleChoice, updateSchedule } from '#web/features/schedules/api.ts'
import { takeOffSchedule } from '#web/features/schedules/stop-api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Missed } from './missed.ts'

/** One client, or with `projectId` null all clients of the agency. */
export type Place = { readonly agencyId: number; readonly projectId: number | null }

/** `timezone`: by whose clock an end is chosen. */
export type PauseProps = { readonly place: Place; readonly timezone: string }

/** Among the lists of posts: a change of any post may be the answer of somebody else to a missed one. */
const missedKey = (projectId: number) => [...queryKeys.postLists(projectId), 'missed']

const reload = async (client: QueryClient, projectId: number | null): Promise<void> => {
  if (projectId !== null) await client.invalidateQueries({ queryKey: missedKey(projectId) })
  await client.invalidateQueries({ queryKey: queryKeys.me() })
}

/** The form shows a failure. */
const ownErrors = { meta: { ownErrors: true } }

const useReload = (projectId: number | null) => {
  const client = useQueryClient()
  // Not awaited: a refusal is said before the page has been read again.
  return { onSettled: () => void reload(client, projectId) }
}

/** Nothing of the client goes out from the answer on. */
const usePauseClient = (projectId: number) =>
  useMutation({
    ...ownErrors,
    mutationFn: (body: NewPause) => call(pauseClient, { params: { projectId }, body }),
    ...useReload(projectId),
  })

/** Nothing of all clients of the agency goes out from the answer on. */
const usePauseAgency = (agencyId: number) =>
  useMutation({
    ...ownErrors,
    mutationFn: (body: NewPause) => call(pauseAgency, { params: { agencyId }, body }),
    ...useReload(null),
  })

/** Pauses a client, or all of the agency. */
export const usePause = ({ agencyId, projectId }: Place) => {
  const ofAgency = usePauseAgency(agencyId)
  const ofClient = usePauseClient(projectId ?? 0)
  return projectId === null ? ofAgency : ofClient
}

const useResumeClient = (projectId: number) =>
  useMutation({
    mutationFn: (pause_id: number) => call(resumeClient, { params: { projectId }, body: { pause_id } }),
    ...useReload(projectId),
  })

const useResumeAgency = (agencyId: number) =>
  useMutation({
    mutationFn: (pause_id: number) => call(resumeAgency, { params: { agencyId }, body: { pause_id } }),
    ...useReload(null),
  })

/** Ends a pause of a client, or of all of the agency. A failure is shown in a toast. */
export const useResume = ({ agencyId, projectId }: Place) => {
  const ofAgency = useResumeAgency(agencyId)
  const ofClient = useResumeClient(projectId ?? 0)
  return projectId === null ? ofAgency : ofClient
}

/** What came due while the client was paused and waits for a decision. */
export const useListMissedPosts = (projectId: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: missedKey(projectId),
    queryFn: ({ signal }) => call(listMissedPosts, { params: { projectId }, signal }),
  })

export type Decision =
  | { readonly kind: 'now' | 'off' }
  | { readonly kind: 'time'; readonly to: ScheduleChoice }

const usePublishMissedPost = (projectId: number) =>
  useMutation({
    ...ownErrors,
    mutationFn: (publicationId: number) => call(publishMissedPost, { params: { projectId, publicationId } }),
  })

type Decided = { readonly posts: readonly Missed[]; readonly decision: Decision }

/** Decides about missed posts, one after the other. What cannot be done stays in the list, and a toast says why. */
export const useDecideMissed = (projectId: number) => {
  const client = useQueryClient()
  const publishing = usePublishMissedPost(projectId)
  const decide = async (post: Missed, decision: Decision): Promise<void> => {
    const { post_id: postId, schedule_id: scheduleId } = post
    switch (decision.kind) {
      case 'off':
        await takeOffSchedule(postId)
        return
      case 'now':
        for (const id of post.publicationIds) await publishing.mutateAsync(id)
        return
      case 'time':
        if (scheduleId === null) await createSchedule({ ...decision.to, post_id: postId })
        else await updateSchedule(scheduleId, decision.to)
    }
  }
  return useMutation({
    ...ownErrors,
    mutationFn: async ({ posts, decision }: Decided) => {
      const failures: string[] = []
      for (const post of posts)
        await decide(post, decision).catch((error: unknown) => failures.push(messageOf(error)))
      return failures
    },
    onSuccess: failures => {
      for (const failure of new Set(failures)) toast.error(failure)
    },
    onSettled: async (_failures, _error, { posts }) => {
      await reload(client, projectId)
      await reloadPosts(
        client,
        projectId,
        posts.map(({ post_id }) => post_id),
      )
    },
  })
}
