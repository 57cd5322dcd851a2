import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#domain/designs/contract.ts'
import type { Media } from '#domain/media/model.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { type CallInput, call } from '#web/platform/client.ts'

export const useGetDesignTool = (projectId: number) =>
  useQuery({
    queryKey: ['design-tool', projectId],
    queryFn: ({ signal }) => call(contract.getDesignTool, { params: { projectId }, signal }),
    staleTime: 5 * 60_000,
  })

type NewDesign = CallInput<typeof contract.startDesign>['body']

/** A failure is shown in the dialog. */
export const useStartDesign = (projectId: number) =>
  useMutation({
    meta: { ownErrors: true },
    mutationFn: (body: NewDesign) => call(contract.startDesign, { params: { projectId }, body }),
  })

export const useDisconnectDesignTool = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(contract.disconnectDesignTool, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: ['design-tool'] }),
  })
}

export const useReopenDesign = (projectId: number) =>
  useMutation({
    mutationFn: ({ mediaId, postSocialId }: { mediaId: number; postSocialId: number }) =>
      call(contract.reopenDesign, {
        params: { projectId, mediaId },
        body: { post_social_id: postSocialId },
      }),
  })

export const authorizeDesignTool = (body: CallInput<typeof contract.authorizeDesignTool>['body']) =>
  call(contract.authorizeDesignTool, { body })

export const returnFromDesign = (correlation_jwt: string) =>
  call(contract.returnFromDesign, { body: { correlation_jwt } })

/** Longer than any export should take; after that it can be tried again by hand. */
const PATIENCE_MS = 3 * 60_000
const PAUSE_MS = 1_000

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/**
 * Waits for the export of a design that came back, and imports its picture. `replaces`: the file whose place it takes. Rejects with
 * ApiError, also when the design tool takes too long.
 */
export const importDesign = async (
  projectId: number,
  designId: number,
  signal: AbortSignal,
): Promise<{ media: Media; replaces: number | null }> => {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const made = await call(contract.exportDesign, { params: { projectId, designId }, signal })
    if (made.content_url !== null) {
      const body = { content_url: made.content_url, canva_design_id: made.canva_design_id }
      const media = await call(contract.importMedia, { params: { projectId }, body, signal })
      return { media, replaces: made.replaces_media_id }
    }
    if (Date.now() > until)
      throw new ApiError({
        status: 0,
        code: 'unreachable',
        message: 'The design tool is taking too long. Try again in a moment.',
      })
    await pause(signal)
  }
}
