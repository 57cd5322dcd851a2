import { IMAGE_BYTES_MAX, isConverted } from '#domain/media/conversion.ts'
import { mediaKindOf } from '#domain/media/files.ts'
import type { MediaFile } from '#domain/networks/model.ts'

type Measures = Pick<MediaFile, 'width' | 'height' | 'seconds'>
const unknown: Measures = { width: null, height: null, seconds: null }

const measureImage = async (file: File): Promise<Measures> => {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height, seconds: null }
}

const measureVideo = (file: File): Promise<Measures> =>
  new Promise((resolve, reject) => {
    const address = URL.createObjectURL(file)
    const video = document.createElement('video')
    // It may still be reading more of the file, which must not be gone under it.
    const release = () => {
      video.onerror = null
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(address)
    }
    video.preload = 'metadata'
    video.onloadedmetadata = () => {
      resolve({ width: video.videoWidth, height: video.videoHeight, seconds: video.duration })
      release()
    }
    video.onerror = () => {
      release()
      reject(new DOMException('not readable here'))
    }
    video.src = address
  })

/** The server makes it fit every network, if it takes the file at all. */
const convertedBytes = ({ size }: File): number => (size > IMAGE_BYTES_MAX ? size : 0)

/**
 * What the browser can tell about a chosen file, so that limits apply before the upload. Null: neither image nor video. What
 * the browser cannot read stays unknown; the server inspects the content itself.
 */
export const measureFile = async (file: File): Promise<MediaFile | null> => {
  const becomesJpeg = isConverted(file)
  const kind = becomesJpeg ? 'image' : mediaKindOf(file.type)
  if (kind === null) return null
  const base = becomesJpeg
    ? { kind, contentType: 'image/jpeg', bytes: convertedBytes(file) }
    : { kind, contentType: file.type, bytes: file.size }
  try {
    return { ...base, ...(await (kind === 'video' ? measureVideo(file) : measureImage(file))) }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return { ...base, ...unknown }
  }
}
