import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CalendarItem } from '#domain/calendar/contract.ts'
import { findTextMatches, replaceText, type SavedText } from '#domain/posts/contract.ts'
import type { TextReplacement } from '#domain/posts/model.ts'
import { rescheduleEach } from '#domain/schedules/contract.ts'
import { savePost } from '#web/features/posts/api.ts'
import { warnOfRepeats } from '#web/features/schedules/api.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { toast } from '#web/ui/toast.tsx'
import { inPieces, PIECE } from './in-pieces.ts'

/** What was done, and what was left as it was and why, by post. */
export type Outcome = {
  readonly done: number
  readonly refused: readonly { readonly postId: number; readonly reason: string }[]
}
type OnProgress = (done: number) => void

const postsOf = (count: number) => (count === 1 ? '1 post' : `${count} posts`)

const restoringId = 'bulk-edits-restoring'

/** How far Undo is, where it takes more than a call. */
const sayRestoring = (done: number, all: number): void => {
  if (all > PIECE) toast.progress(restoringId, `${done} of ${all} posts restored…`)
}

/** What Undo could not restore, in words: the same reason once, with its posts counted. */
const sayRestored = ({ done, refused }: Outcome): void => {
  toast.close(restoringId)
  if (done > 0) toast.success(`${postsOf(done)} restored`)
  const reasons = [...new Set(refused.map(({ reason }) => reason))].join(' ')
  if (refused.length > 0) toast.error(`${postsOf(refused.length)} could not be restored. ${reasons}`)
}

export type FoundText = Awaited<ReturnType<typeof findTexts>>[number]
const findTexts = (projectId: number, postIds: number[], search: Search) =>
  call(findTextMatches, { body: { project_id: projectId, post_ids: postIds, ...search } })

type Search = Omit<TextReplacement, 'replacement'>

/** In halves where their texts are too long for one call. */
const findInHalves = async (projectId: number, postIds: number[], search: Search): Promise<FoundText[]> => {
  try {
    return await findTexts(projectId, postIds, search)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'too_large' || postIds.length === 1) throw error
  }
  const half = Math.ceil(postIds.length / 2)
  const first = await findInHalves(projectId, postIds.slice(0, half), search)
  return [...first, ...(await findInHalves(projectId, postIds.slice(half), search))]
}

/** How many posts one call looks through: the server takes 500, and a bar should move. */
const SEARCHED = 100

type Finding = Search & {
  readonly postIds: readonly number[]
  readonly onProgress: OnProgress
}

/** Where posts say what is looked for. The form shows its failures itself. */
export const useFindTextMatches = (projectId: number) =>
  useMutation({
    meta: { ownErrors: true },
    mutationFn: async ({ postIds, onProgress, ...search }: Finding) => {
      const found: FoundText[] = []
      for (let start = 0; start < postIds.length; start += SEARCHED) {
        onProgress(start)
        found.push(...(await findInHalves(projectId, postIds.slice(start, start + SEARCHED), search)))
      }
      onProgress(0)
      return found
    },
  })

type Restored = { readonly post_id: number; readonly saved: SavedText[] }

/** Undo of changed texts: each as it was, unless somebody has changed it since. */
export const restoreTexts = async (client: QueryClient, projectId: number, posts: readonly Restored[]) => {
  const refused: Outcome['refused'][number][] = []
  const restore = async ({ post_id, saved: post_socials }: Restored) => {
    try {
      await savePost(projectId, post_id, { post_socials })
    } catch (error) {
      refused.push({ postId: post_id, reason: messageOf(error) })
    }
  }
  for (let start = 0; start < posts.length; start += 4) {
    if (start % PIECE === 0) sayRestoring(start, posts.length)
    await Promise.all(posts.slice(start, start + 4).map(restore))
  }
  await reloadPosts(
    client,
    projectId,
    posts.map(({ post_id }) => post_id),
  )
  sayRestored({ done: posts.length - refused.length, refused })
}

type Replacing = TextReplacement & {
  readonly posts: CallInput<typeof replaceText>['body']['posts']
  readonly onProgress: OnProgress
}

/** Replaces a word in drafts; the toast has Undo, which restores the texts as they were. */
export const useReplaceText = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async ({ posts, onProgress, ...replacement }: Replacing): Promise<Outcome> => {
      const send = (piece: typeof posts) =>
        call(replaceText, { body: { project_id: projectId, ...replacement, posts: piece } })
      const { results, failed } = await inPieces(posts, send, onProgress)
      const done = results.filter(({ refusal }) => refusal === null)
      const refused = results.flatMap(({ post_id, refusal }) =>
        refusal === null ? [] : [{ postId: post_id, reason: refusal }],
      )
      await reloadPosts(
        client,
        projectId,
        done.map(({ post_id }) => post_id),
      )
      if (done.length > 0)
        toast.undoable(
          `Replaced in ${postsOf(done.length)}`,
          () => void restoreTexts(client, projectId, done),
        )
      const undone = failed.map(({ row, reason }) => ({ postId: row.post_id, reason }))
      return { done: done.length, refused: [...refused, ...undone] }
    },
  })
}

type Times = CallInput<typeof rescheduleEach>['body']['schedules'][number]
/** A scheduled post and what its schedule becomes. */
export type TimeChange = {
  readonly item: CalendarItem
  readonly to: Partial<Pick<Times, 'date' | 'time' | 'timezone' | 'is_autoposting'>>
}

const timesOf = ({ item, to }: TimeChange): Times => {
  const { schedule_id, date, time, timezone, is_autoposting, datetime } = item
  return { schedule_id, date, time, timezone, is_autoposting, ...to, seen: { datetime, is_autoposting } }
}

const sendTimes = async (projectId: number, changes: readonly TimeChange[], onProgress: OnProgress) => {
  const byId = new Map(changes.map(change => [change.item.schedule_id, change]))
  const send = (schedules: Times[]) => call(rescheduleEach, { body: { project_id: projectId, schedules } })
  const { results, failed } = await inPieces(changes.map(timesOf), send, onProgress)
  const postIdOf = (scheduleId: number) => byId.get(scheduleId)?.item.post_id ?? 0
  /** The changes that take back what was done, from what the answer says it was. */
  const back = results.flatMap(({ schedule_id, schedule, before }): TimeChange[] => {
    const change = byId.get(schedule_id)
    if (!change || !schedule || !before) return []
    const { date, time, timezone, is_autoposting } = before
    return [{ item: { ...change.item, ...schedule }, to: { date, time, timezone, is_autoposting } }]
  })
  const refused = [
    ...results.flatMap(({ schedule_id, refusal }) =>
      refusal === null ? [] : [{ postId: postIdOf(schedule_id), reason: refusal }],
    ),
    ...failed.map(({ row, reason }) => ({ postId: postIdOf(row.schedule_id), reason })),
  ]
  return { back, outcome: { done: back.length, refused } satisfies Outcome }
}

const changeTimes = async (
  client: QueryClient,
  projectId: number,
  changes: readonly TimeChange[],
  onProgress: OnProgress,
) => {
  const result = await sendTimes(projectId, changes, onProgress)
  const postIds = changes.map(({ item }) => item.post_id)
  warnOfRepeats(projectId, postIds)
  await reloadPosts(client, projectId, postIds)
  return result
}

/** Undo of changed schedules: each as it was, unless somebody has changed it since. */
export const restoreTimes = async (client: QueryClient, projectId: number, back: readonly TimeChange[]) => {
  const restoring = (done: number) => sayRestoring(done, back.length)
  restoring(0)
  const { outcome } = await changeTimes(client, projectId, back, restoring)
  sayRestored(outcome)
}

/** Changes each of several schedules; the toast has Undo. `doneWord`: what the toast says was done to them. */
export const useRescheduleEach = (projectId: number, doneWord = 'changed') => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async ({
      changes,
      onProgress,
    }: {
      changes: readonly TimeChange[]
      onProgress: OnProgress
    }) => {
      const { back, outcome } = await changeTimes(client, projectId, changes, onProgress)
      if (back.length > 0)
        toast.undoable(
          `${postsOf(back.length)} ${doneWord}`,
          () => void restoreTimes(client, projectId, back),
        )
      return outcome
    },
  })
}
