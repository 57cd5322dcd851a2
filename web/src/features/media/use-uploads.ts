import { randomId } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { Media } from '#domain/media/model.ts'
import { messageOf, reportUnexpected } from '#web/platform/api-error.ts'
import { useUploadMedia } from './api.ts'

/** Gets a file from elsewhere than this device; `replaces` is the file whose place it takes. */
export type FetchMedia = (
  signal: AbortSignal,
) => Promise<{ readonly media: Media; readonly replaces: number | null }>

/**
 * Where an upload goes: another file of the post, the place of one (`key` and `objectId`), or the image for a video or a link card; `key` is
 * that of the video or the card.
 */
export type UploadSlot =
  | { readonly place: 'media' }
  | { readonly place: 'replacement'; readonly key: string; readonly objectId: number | null }
  | { readonly place: 'thumbnail'; readonly key: string }

const asMedia: UploadSlot = { place: 'media' }

/** An upload in progress, or a failed one. `share`: how much is sent, 0 to 1. */
export type Upload = {
  readonly id: string
  /** The post social that it is uploaded for. */
  readonly target: number
  /** Its place in that post social. */
  readonly slot: UploadSlot
  readonly file: File
  /** The post socials that shared their content with the target when the file was chosen; not given for a file from elsewhere. */
  readonly sharedWith?: readonly number[]
  /** Given when the file does not come from this device; `file` is then empty. */
  readonly fetch?: FetchMedia
  readonly share: number
  readonly failure: string | null
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/**
 * The uploads of a page. They go on while another network is shown, and are attached where they were chosen.
 * `onDone` gets the stored file.
 */
export const useUploads = (
  projectId: number,
  onDone: (upload: Upload, media: Media, replaces: number | null) => void,
) => {
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
      const { signal } = controller
      const { media, replaces } = upload.fetch
        ? await upload.fetch(signal)
        : { media: await mutateAsync({ file: upload.file, signal, onProgress }), replaces: null }
      setUploads(list => list.filter(({ id }) => id !== upload.id))
      onDone(upload, media, replaces)
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
    // What comes from elsewhere may take minutes, and must not hold up the files of this device.
    if (upload.fetch) void run(upload, controller)
    else queue.current = queue.current.then(() => run(upload, controller))
  }
  return {
    uploads,
    dismiss,
    start: (
      target: number,
      files: readonly File[],
      slot: UploadSlot = asMedia,
      sharedWith: readonly number[] = [target],
    ) => {
      const added = files.map(
        (file): Upload => ({ id: randomId(), target, slot, file, sharedWith, share: 0, failure: null }),
      )
      setUploads(list => [...list, ...added])
      for (const upload of added) enqueue(upload)
    },
    /** Shows a file that is fetched from elsewhere among the uploads. */
    fetch: (target: number, name: string, fetch: FetchMedia) => {
      const upload: Upload = {
        id: randomId(),
        target,
        slot: asMedia,
        file: new File([], name),
        fetch,
        share: 1,
        failure: null,
      }
      setUploads(list => [...list, upload])
      enqueue(upload)
    },
    retry: (upload: Upload) => {
      const again = { ...upload, share: upload.fetch ? 1 : 0, failure: null }
      change(upload.id, again)
      enqueue(again)
    },
  }
}
