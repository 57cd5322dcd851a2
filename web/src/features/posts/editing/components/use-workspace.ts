import { useRef } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { Problem, SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import { isOpenPost } from '#domain/posts/status.ts'
import type { Project } from '#domain/projects/model.ts'
import { useUploads } from '#web/features/media/components/use-uploads.ts'
import { usePostActions } from '#web/features/posts/actions/components/use-post-actions.tsx'
import { useActor, useMay } from '#web/features/projects/api.ts'
import type { ScheduleChoice } from '#web/features/schedules/api.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { useNow } from '#web/ui/use-now.ts'
import { contentOfDraft, withMedia } from './draft.ts'
import type { Entry } from './draft-store.ts'
import { useDraftStore } from './use-draft-store.ts'
import { useJudge } from './use-judge.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'

type Options = {
  readonly post: Post
  readonly project: Project
  readonly network: SocialNetwork
  readonly date: string | undefined
  readonly onGone: () => void
}

export type Workspace = ReturnType<typeof useWorkspace>

/** Everything the manage-post screen knows and does. */
export const useWorkspace = ({ post, project, network, date, onGone }: Options) => {
  const { store, state } = useDraftStore(post)
  const judge = useJudge()
  const may = useMay(project.id)
  const isGone = useRef(false)
  const uploads = useUploads(project.id, ({ id, target }, media) => {
    const entry = store.getState().entries.get(target)
    if (!entry) return
    const added = {
      ...{ key: `upload-${id}`, attachmentId: null, objectId: media.id, data: media.object_data },
      ...{ description: 'media' as const, extraFields: {} },
    }
    store.edit(target, draft => withMedia(entry.saved.social_network, draft, [...draft.media, added]))
  })
  const entries = post.post_socials.flatMap(({ id }) => state.entries.get(id) ?? [])
  const selected = entries.find(({ saved }) => saved.social_network === network) ?? entries[0]
  const mayEdit = may('post.edit') && post.isEditable
  const problems = new Map(
    entries.map(entry => [
      entry.saved.id,
      judge && isWritable(entry, post)
        ? judge.problemsOf(contentOfDraft(entry.saved.social_network, entry.draft))
        : [],
    ]),
  )
  const problemCounts = new Map([...problems].map(([id, list]) => [id, list.length]))
  const ensureSaved = async () => {
    const isTemporary = post.status === 'temporary_draft'
    if (await store.saveNow(isTemporary ? false : undefined)) return
    throw new ApiError({ status: 0, code: 'unreachable', message: 'Your last changes are not saved yet.' })
  }
  const actor = useActor(project.id)
  const now = useNow(30_000)
  const actions = usePostActions({
    post,
    project,
    context: {
      actor,
      settings: Object.fromEntries(project.settings.map(({ name, value }) => [name, value])),
      now,
      problems: [...problemCounts.values()].reduce((sum, count) => sum + count, 0),
    },
    preset: presetOf(date),
    ensureSaved,
    onDeleted: () => {
      isGone.current = true
      onGone()
    },
  })
  const guardDialog = useLeaveGuard({
    post,
    store,
    isUploading: uploads.uploads.some(({ failure }) => failure === null),
    isGone: () => isGone.current,
  })
  return {
    ...{ store, state, judge, uploads, entries, selected, mayEdit, problemCounts, actions, guardDialog },
    problemsOf: (entry: Entry): readonly Problem[] => problems.get(entry.saved.id) ?? [],
  }
}

const closed: readonly Entry['saved']['status'][] = ['live', 'on_publishing', 'deleted']

/** Whether a version can still be written: not what is out or on its way. */
export const isWritable = ({ saved }: Entry, post: Pick<Post, 'status'>): boolean =>
  !closed.includes(saved.status) && isOpenPost(post.status)

/** `2026-12-01`, or `2026-12-01T09:30`. */
const presetOf = (date: string | undefined): Partial<ScheduleChoice> => {
  const found = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(date ?? '')
  const [, day, time] = found ?? []
  return {
    ...(day === undefined ? {} : { date: day as LocalDate }),
    ...(time === undefined ? {} : { time }),
  }
}
