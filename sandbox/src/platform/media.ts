import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Media, SocialNetwork } from './model.ts'
import type { Sandbox } from './sandbox.ts'

export type Picture = {
  bytes: Buffer
  format: string
  width: number
  height: number
  /** Of an animation; 1 of a still picture. */
  frames: number
  /** Its colours are not those that viewers expect who read no profile. */
  oddColours: boolean
  /** A PNG that says which side is up, which only JPEGs are asked for. */
  isSideways: boolean
}

/** Content type by file extension, which is also sharp's name for the format. */
export const contentTypes: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  tiff: 'image/tiff',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

/** Reads format and size from the bytes; undefined if they are not an image. */
export async function inspectPicture(bytes: Buffer): Promise<Picture | undefined> {
  try {
    const facts = await sharp(bytes).metadata()
    const { format, width, height, pages: frames = 1, space, depth, icc, orientation = 1 } = facts
    const isSideways = format === 'png' && orientation !== 1
    const isUsual = ['srgb', 'b-w'].includes(space) && depth === 'uchar'
    const isNamedSrgb = !icc || icc.includes('sRGB') || icc.includes(Buffer.from('s\0R\0G\0B'))
    return { bytes, format, width, height, frames, oddColours: !isUsual || !isNamedSrgb, isSideways }
  } catch (error) {
    // sharp throws a plain error for what it cannot read.
    if (error instanceof Error && error.constructor === Error) return undefined
    throw error
  }
}

/** Fetches a file as the networks do: over HTTP, following redirects, with a timeout. */
export async function fetchBytes(url: string, timeoutMs = 10_000): Promise<Buffer | undefined> {
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': 'facebookexternalhit/1.1' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined
  } catch (error) {
    // `fetch` throws a TypeError if the address or the network fails, and the signal a TimeoutError.
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return undefined
    throw error
  }
}

export type NewMedia = {
  id: string
  network: SocialNetwork
  account: string
  picture: Picture
  alt_text?: string
}

/** Stores the bytes before the row that names them, so that no row points to a missing file. */
export function storePicture(
  sandbox: Sandbox,
  { picture, ...owner }: NewMedia,
  readyAt = sandbox.now(),
): Media {
  const file = `${sandbox.ids.file()}.${picture.format}`
  sandbox.store.writeFile(file, picture.bytes)
  const media: Media = {
    kind: picture.format === 'gif' ? 'gif' : 'image',
    ...owner,
    created_at: sandbox.now(),
    file,
    mime: contentTypes[picture.format] ?? 'application/octet-stream',
    size: picture.bytes.length,
    width: picture.width,
    height: picture.height,
    sha256: createHash('sha256').update(picture.bytes).digest('hex'),
    ready_at: readyAt,
    ...(picture.oddColours && picture.format !== 'gif' && { shown_as: 'other colours' as const }),
    ...(picture.isSideways && { shown_as: 'sideways' as const }),
  }
  sandbox.store.put('media', media)
  return media
}

/** The public URL of the file. */
export function mediaUrl(sandbox: Sandbox, media: Media): string {
  return `${sandbox.url()}/media/${media.file}`
}

/** Equal for the same text with the same media, whatever ids the uploads had. */
export function contentDigest(text: string, pictures: readonly Media[], link = ''): string {
  const hash = createHash('sha256').update(JSON.stringify([text, link]))
  for (const picture of pictures) hash.update(picture.sha256)
  return hash.digest('hex')
}
