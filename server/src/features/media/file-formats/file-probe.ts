import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { isDamagedPicture } from '#server/platform/pictures/damaged-picture.ts'
import { isMatroskaWhole } from './clean-matroska.ts'
import { isCutOff } from './mp4-boxes.ts'
import type { Probe } from './probe.ts'
import { readVideo } from './video-reader.ts'

/** Why a file of a type that we take cannot be used, in words for the person who chose it. */
export type Unusable = { readonly unusable: string }

export const isUnusable = (probe: Probe | Unusable | null): probe is Unusable =>
  probe !== null && 'unusable' in probe

const texts = {
  damaged: 'This video can’t be read to its end. It may be damaged or incomplete: export it again as an MP4.',
  soundOnly: 'This file holds sound but no picture.',
  noFrames: 'This video has no frames.',
}

/** More than any camera produces; a small file that unpacks to more is meant to exhaust the memory. */
export const PIXELS_MAX = 100_000_000

/** First bytes of the pictures that Galley accepts. */
const signatures: readonly [contentType: string, hex: string][] = [
  ['image/jpeg', 'ffd8ff'],
  ['image/png', '89504e470d0a1a0a'],
  ['image/gif', '474946383'],
]

const readStart = async (path: string): Promise<string> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead).toString('hex')
  } finally {
    await file.close()
  }
}

const probeImage = async (path: string, contentType: string): Promise<Probe | null> => {
  try {
    const { autoOrient, pages, delay, orientation } = await sharp(path, {
      limitInputPixels: PIXELS_MAX,
    }).metadata()
    const moves = contentType === 'image/gif' && (pages ?? 1) > 1
    return {
      objectType: contentType === 'image/gif' ? 'gif' : 'image',
      contentType,
      width: autoOrient.width,
      height: autoOrient.height,
      seconds: moves ? (delay ?? []).reduce((sum, ms) => sum + ms, 0) / 1000 : null,
      orientation: orientation ?? 1,
      ...(contentType === 'image/gif' && { frames: pages ?? 1 }),
    }
  } catch (error) {
    // It starts like a picture but cannot be read as one: treated as a wrong type.
    if (isDamagedPicture(error)) return null
    throw error
  }
}

/** Far more than a video of the largest size takes. */
const READING_MS_MAX = 15_000

const probeVideo = async (path: string, readingMs: number): Promise<Probe | Unusable | null> => {
  const found = await readVideo(path, readingMs)
  if (found === 'too_much') return { unusable: texts.damaged }
  if (found === 'sound_only') return { unusable: texts.soundOnly }
  return found === 'no_frames' ? { unusable: texts.noFrames } : found
}

/** Their first boxes; their places are those of other types' first bytes. */
const isoStart = /^.{8}(66747970|6d6f6f76|6d646174|77696465|66726565)/
const matroskaStart = /^1a45dfa3/

const isCutOffVideo = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    return await isCutOff(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

/**
 * Recognizes a file's type by its content, never by its name; null for types that Galley does not accept. `readingMs`: how long a video may
 * take.
 */
export const probeFile = async (
  path: string,
  readingMs = READING_MS_MAX,
): Promise<Probe | Unusable | null> => {
  const start = await readStart(path)
  const known = signatures.find(([, hex]) => start.startsWith(hex))
  if (known) return probeImage(path, known[0])
  if (isoStart.test(start) && (await isCutOffVideo(path))) return { unusable: texts.damaged }
  const isMatroska = matroskaStart.test(start)
  if (isMatroska && !(await isMatroskaWhole(path))) return { unusable: texts.damaged }
  const isVideo = isoStart.test(start) || isMatroska
  return (await probeVideo(path, readingMs)) ?? (isVideo ? { unusable: texts.damaged } : null)
}
