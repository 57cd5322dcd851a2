import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addLinkParameters } from '#domain/campaigns/contract.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { toast } from '#web/ui/toast.tsx'
import { type Outcome, restoreTexts } from './api.ts'
import { inPieces } from './in-pieces.ts'

type Adding = {
  readonly postIds: readonly number[]
  readonly onProgress: (done: number) => void
}

/** Puts parameters into the links of drafts; the toast has Undo, which restores the texts as they were. */
export const useAddLinkParameters = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async ({ postIds, onProgress }: Adding): Promise<Outcome> => {
      const send = (post_ids: number[]) =>
        call(addLinkParameters, { params: { projectId }, body: { post_ids } })
      const { results, failed } = await inPieces(postIds, send, onProgress)
      const done = results.filter(({ saved }) => saved.length > 0)
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
          `Link parameters added in ${countText(done.length, 'post')}`,
          () => void restoreTexts(client, projectId, done),
        )
      else if (refused.length + failed.length === 0) toast.info('All links have their parameters already')
      const undone = failed.map(({ row, reason }) => ({ postId: row, reason }))
      return { done: done.length, refused: [...refused, ...undone] }
    },
  })
}
