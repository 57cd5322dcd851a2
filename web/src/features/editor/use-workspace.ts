import { useRef } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import { isOpenPost } from '#domain/posts/status.ts'
import type { Project } from '#domain/projects/model.ts'
import { isChangeBlocked } from '#domain/schedules/timing.ts'
import { useActor, useMay } from '#web/features/projects/api.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { presetOf } from './actions/preset.ts'
import { usePostActions } from './actions/use-post-actions.tsx'
import { sameList, useDraftState, useDrafts } from './draft/draft-context.tsx'
import type { Entry } from './draft/draft-entries.ts'
import { waitingVideos } from './draft/draft-media.ts'
import type { DraftState, DraftStore } from './draft/draft-store.ts'
import { isUploadOf, usePostUploads } from './media/use-post-uploads.ts'
import { useUploadWait } from './media/use-upload-wait.tsx'
import { useLeaveGuard } from './use-leave-guard.tsx'
import { isUntouched, isWritable, type ProblemsOf, problemsOfEntries } from './validation/entry-problems.ts'
import { useContentValidator } from './validation/use-content-validator.ts'

type Options = {
  readonly post: Post
  readonly project: Project
  readonly network: SocialNetwork
  readonly date: string | undefined
  readonly onGone: () => void
}

export type Workspace = ReturnType<typeof useWorkspace>

/** The state and the actions of the manage-post page, inside its drafts. */
export const useWorkspace = ({ post, project, network, date, onGone }: Options) => {
  const store = useDrafts()
  const validator = useContentValidator()
  const mayEdit = useMay(project.id)('post.edit') && post.isEditable
  const isGone = useRef(false)
  const uploads = usePostUploads(project.id, store)
  const videos = useDraftState(allWaitingVideos, sameList)
  const uploadWait = useUploadWait(uploads, videos)
  const versions = useDraftState(
    ({ entries }) => post.post_socials.filter(({ id }) => entries.has(id)),
    sameList,
  )
  const writable = useDraftState(
    ({ entries }) =>
      mayEdit
        ? versions.flatMap(({ id }) => {
            const entry = entries.get(id)
            return entry && isWritable(entry, post) ? [id] : []
          })
        : [],
    sameList,
  )
  const selected = versions.find(({ social_network }) => social_network === network) ?? versions[0]
  const waitingTargets = (entry: Entry) =>
    uploads.uploads.some(upload => isUploadOf(upload, entry.saved.id, entry.draft)) ||
    videosOf(entry).length > 0
  const problemsOf = problemsOfEntries(post, validator, waitingTargets)
  // A page on which nothing was typed yet is not greeted with what is missing.
  const isNew = useDraftState(({ entries }) => [...entries.values()].every(isUntouched))
  const actor = useActor(project.id)
  const countProblems = () => {
    const { entries } = store.getState()
    const drafts = versions.flatMap(({ id }) => entries.get(id) ?? [])
    return drafts.reduce((sum, entry) => sum + problemsOf(entry).length, 0)
  }
  const now = useNow(30_000)
  const preset = presetOf(date)
  const { latest_schedule: schedule } = post
  const mayReschedule =
    useMay(project.id)('post.schedule') &&
    isOpenPost(post.status) &&
    !(schedule && isChangeBlocked(schedule, now))
  const actions = usePostActions({
    post,
    project,
    network: selected?.social_network ?? network,
    context: {
      actor,
      settings: Object.fromEntries(project.settings.map(({ name, value }) => [name, value])),
      now,
      problems: useDraftState(countProblems),
    },
    countProblems,
    preset,
    whenUploaded: uploadWait.whenUploaded,
    ensureSaved: () => ensureSaved(store, post),
    onDeleted: () => {
      isGone.current = true
      onGone()
    },
  })
  const guardDialog = useLeaveGuard({
    post,
    store,
    whenUploaded: uploadWait.whenUploaded,
    isUploading: uploads.uploads.some(({ failure }) => failure === null),
    isGone: () => isGone.current,
  })
  return {
    actor,
    validator,
    uploads,
    uploadWait,
    selected,
    mayEdit,
    problemsOf: isNew ? noProblems : problemsOf,
    actions,
    guardDialog,
    mayReschedule,
    preset,
    /** The versions that this person can edit. */
    writable,
    ids: versions.map(({ id }) => id),
  }
}

const noProblems: ProblemsOf = () => []

const videosOf = ({ saved, draft }: Entry) => waitingVideos(saved.social_network, draft)

const allWaitingVideos = ({ entries }: DraftState) => [...entries.values()].flatMap(videosOf)

/** Saves what is written; a temporary post becomes a draft. Rejects with ApiError if it cannot. */
const ensureSaved = async (store: DraftStore, { status }: Post): Promise<void> => {
  if (await store.saveNow(status === 'temporary_draft' ? false : undefined)) return
  throw new ApiError({ status: 0, code: 'unreachable', message: 'Your last changes are not saved yet.' })
}
