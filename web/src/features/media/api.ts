import { useMutation } from '@tanstack/react-query'
import { uploadMedia } from '#domain/media/contract.ts'
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
