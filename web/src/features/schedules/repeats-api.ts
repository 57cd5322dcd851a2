import { useQuery } from '@tanstack/react-query'
import type { LocalDate, LocalTime } from '#domain/kernel/time.ts'
import type { Post } from '#domain/posts/model.ts'
import { listRepeatedTexts } from '#domain/schedules/repeats-contract.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { call } from '#web/platform/client.ts'
import { toast } from '#web/ui/toast.tsx'

/** Whether the post's saved texts repeat another post's, planned at this time. */
export const useListRepeatedTexts = (
  { id, project_id: projectId, updated_at }: Pick<Post, 'id' | 'project_id' | 'updated_at'>,
  when: { readonly date: LocalDate; readonly time: LocalTime } | null,
) =>
  useQuery({
    queryKey: ['repeated-texts', id, updated_at, when?.date, when?.time],
    enabled: when !== null,
    queryFn: ({ signal }) =>
      call(listRepeatedTexts, {
        params: { projectId },
        query: { post_ids: String(id), ...(when && { date: when.date, time: when.time }) },
        signal,
      }),
  })

const ASKED_MAX = 300

/** Says which of these posts, which were just planned, have a text that a network may refuse (docs/product/schedules.md "The same text twice"). */
export const showRepeats = async (projectId: number, postIds: readonly number[]): Promise<void> => {
  const query = { post_ids: postIds.slice(0, ASKED_MAX).join(',') }
  const found = await call(listRepeatedTexts, { params: { projectId }, query }).catch(expectApiError)
  const [first] = found ?? []
  const count = new Set(found?.map(({ post_id }) => post_id)).size
  if (first) toast.info(count === 1 ? first.text : `${count} posts repeat a text. ${first.text}`)
}
