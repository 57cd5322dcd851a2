import type { startApprovals } from '#domain/approvals/contract.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import type { CallInput } from '#web/platform/client.ts'
import { toast } from '#web/ui/toast.tsx'
import { useStartApprovals, useUndoSending } from './sending-api.ts'

/** A post that is about to be sent, with the words that a person knows it by. `blockedBy`: why it cannot be sent, null if it can. */
export type PostToSend = { readonly id: number; readonly name: string; readonly blockedBy: string | null }

/** A post that was not sent, and why. */
export type UnsentPost = { readonly id: number; readonly name: string; readonly reason: string }

type Body = Omit<CallInput<typeof startApprovals>['body'], 'posts_ids' | 'is_partial'>
type Answers = Awaited<ReturnType<ReturnType<typeof useStartApprovals>['mutateAsync']>>
type Refusal = NonNullable<Answers[number]['refusal']>

/** As many as one call takes. */
const POSTS_MAX = 500

const reasonOf = ({ message, errors }: Refusal): string =>
  [message, ...Object.values(errors ?? {}).flat()].join(' ')

/** Sends posts for approval, with the toast and its Undo (docs/product/approvals.md "Undoing a sending"). */
export const useSending = (projectId: number) => {
  const start = useStartApprovals(projectId)
  const { mutateAsync: undoSending } = useUndoSending(projectId)

  const undo = async (sendIds: readonly number[]) => {
    try {
      const rows = []
      for (const send_id of sendIds) rows.push(...(await undoSending({ project_id: projectId, send_id })))
      const kept = rows.flatMap(({ refusal }) => refusal ?? [])
      const [first] = kept
      if (first) toast.error(`${kept.length} of ${rows.length} posts stay sent. ${first.message}`)
      else toast.info(rows.length === 1 ? 'Sending undone' : `Sending undone for ${rows.length} posts`)
    } catch (error) {
      expectApiError(error) // The mutation's toast has said why.
    }
  }

  const offerUndo = (sent: Answers) => {
    // Fixed wording (docs/product/approvals.md "Texts").
    const text = sent.length > 1 ? `Sent for approval: ${sent.length} posts` : 'Sent for approval'
    const sendIds = new Set(sent.flatMap(row => row.undo?.send_id ?? []))
    const seconds = sent.find(row => row.undo)?.undo?.seconds
    if (seconds === undefined) toast.success(text)
    else toast.undoable(text, () => void undo([...sendIds]), seconds)
  }

  /** @returns the posts that the server refused. Rejects with ApiError if nothing was sent because the call failed; its toast has said why */
  const send = async (posts: readonly PostToSend[], body: Body): Promise<UnsentPost[]> => {
    const answers: Answers = []
    for (let first = 0; first < posts.length; first += POSTS_MAX) {
      const posts_ids = posts.slice(first, first + POSTS_MAX).map(({ id }) => id)
      const call = { posts_ids, ...body, ...(posts.length > 1 ? { is_partial: true } : {}) }
      answers.push(...(await start.mutateAsync(call)))
    }
    const sent = answers.filter(({ refusal }) => refusal === null)
    if (sent.length > 0) offerUndo(sent)
    return answers.flatMap(({ post_id: id, refusal }) => {
      const name = posts.find(post => post.id === id)?.name ?? ''
      return refusal ? { id, name, reason: reasonOf(refusal) } : []
    })
  }
  return { send, isPending: start.isPending }
}
