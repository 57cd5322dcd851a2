import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { linkProblem } from '#domain/posts/attachments.ts'
import { getLinkPreview } from '#domain/posts/contract.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { call } from '#web/platform/client.ts'

/** What a linked page says about itself; not asked for until the address is complete and no longer being typed. */
export const useGetLinkPreview = (projectId: number, link: string) => {
  const [settled] = useDebouncedValue(link, 600)
  const { data, error, isFetching } = useQuery({
    queryKey: linkPreviewKey(projectId, settled),
    enabled: linkProblem(settled) === null,
    staleTime: 10 * 60_000,
    retry: false,
    queryFn: ({ signal }) => call(getLinkPreview, { params: { projectId }, query: { url: settled }, signal }),
  })
  return {
    page: settled === link ? data : undefined,
    refusal: error ? messageOf(error) : null,
    isReading: isFetching || settled !== link,
  }
}

/** Reads the linked page again. */
export const useReadLinkAgain = (projectId: number, link: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(getLinkPreview, { params: { projectId }, query: { url: link, refresh: '1' } }),
    onSuccess: preview => client.setQueryData(linkPreviewKey(projectId, link), preview),
  })
}

export const linkPreviewKey = (projectId: number, link: string) => ['posts', projectId, 'link', link] as const
