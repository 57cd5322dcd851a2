import { useMutation, useQuery } from '@tanstack/react-query'
import { cancelConversion, convertVideo, cropMedia, listMedias, uploadMedia } from '#domain/media/contract.ts'
import type { Crop } from '#domain/media/model.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { call } from '#web/platform/client.ts'

type Upload = {
  readonly file: File
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

/** Uploads one file. A failure is shown next to the file, so it has no toast. */
export const useUploadMedia = (projectId: number) =>
  useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ file, signal, onProgress }: Upload) =>
      call(uploadMedia, { params: { projectId }, body: {}, files: { media: [file] }, signal, onProgress }),
  })

/** Uploaded files by id; those that are gone are left out. */
export const useListMedias = (projectId: number, ids: readonly number[]) =>
  useQuery({
    queryKey: ['medias', projectId, ...ids],
    queryFn: () => call(listMedias, { params: { projectId, ids: ids.join() } }),
    enabled: ids.length > 0,
    // A stored file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useCropMedia = (projectId: number, mediaId: number) =>
  useMutation({
    mutationFn: (crop: Crop) => call(cropMedia, { params: { projectId, mediaId }, body: crop }),
  })

type Conversion = {
  readonly mediaId: number
  readonly network: SocialNetwork
  readonly type: PostType
}

/** Starts a conversion, or tries it again. Its progress comes with the post. */
export const useConvertVideo = (projectId: number) =>
  useMutation({
    mutationFn: ({ mediaId, network, type }: Conversion) =>
      call(convertVideo, {
        params: { projectId, mediaId },
        body: { social_network: network, post_type: type },
      }),
  })

export const useCancelConversion = (projectId: number) =>
  useMutation({
    mutationFn: (conversionId: number) => call(cancelConversion, { params: { projectId, conversionId } }),
  })
