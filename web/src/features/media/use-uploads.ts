import { randomId } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { Media } from '#domain/media/model.ts'
import { messageOf, reportUnexpected } from '#web/platform/api-error.ts'
import { useUploadMedia } from './api.ts'

/** Where an upload goes: another file of the post, or the image for a video or a link card; `key` is that of the video or the card. */
export type UploadSlot = { readonly place: 'media' } | { readonly place: 'thumbnail'; readonly key: string }

const asMedia: UploadSlot = { place: 'media' }

/** An upload in progress, or a failed one. `share`: how much is sent, 0 to 1. */
export type Upload = {
  readonly id: string
  /** The post social that it is uploaded for. */
  readonly target: number
  /** Its place in that post social. */
  readonly slot: UploadSlot
  readonly file: File
  readonly share: number
  readonly failure: string | null
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/**
 * The uploads of a page. They go on while another network is shown, and are attached where they were chosen.
 * `onDone` gets the stored file.
 */
export const useUploads = (projectId: number, onDone: (upload: Upload, media: Media) => void) => {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const { mutateAsync } = useUploadMedia(projectId)
  const controllers = useRef(new Map<string, AbortController>())
  const queue = useRef<Promise<void>>(Promise.resolve())
  useEffect(() => {
    const running = controllers.current
    return () => {
      for (const controller of running.values()) controller.abort()
    }
  }, [])

  const change = (id: string, part: Partial<Upload>) =>
    setUploads(list => list.map(upload => (upload.id === id ? { ...upload, ...part } : upload)))
  const dismiss = (id: string) => {
    controllers.current.get(id)?.abort()
    setUploads(list => list.filter(upload => upload.id !== id))
  }
  const run = async (upload: Upload, controller: AbortController) => {
    if (controller.signal.aborted) return
    try {
      const onProgress = (share: number) => change(upload.id, { share })
      const media = await mutateAsync({ file: upload.file, signal: controller.signal, onProgress })
      setUploads(list => list.filter(({ id }) => id !== upload.id))
      onDone(upload, media)
    } catch (error) {
      if (isAbort(error)) return
      change(upload.id, { failure: messageOf(error) })
      reportUnexpected(error)
    } finally {
      controllers.current.delete(upload.id)
    }
  }
  /** One after the other: files arrive in the order in which they were chosen. */
  const enqueue = (upload: Upload) => {
    const controller = new AbortController()
    controllers.current.set(upload.id, controller)
    queue.current = queue.current.then(() => run(upload, controller))
  }
  return {
    uploads,
    dismiss,
    start: (target: number, files: readonly File[], slot: UploadSlot = asMedia) => {
      const added = files.map(
        (file): Upload => ({ id: randomId(), target, slot, file, share: 0, failure: null }),
      )
      setUploads(list => [...list, ...added])
      for (const upload of added) enqueue(upload)
    },
    retry: (upload: Upload) => {
      const again = { ...upload, share: 0, failure: null }
      change(upload.id, again)
      enqueue(again)
    },
  }
}
