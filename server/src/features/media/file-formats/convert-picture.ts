import { execFile } from 'node:child_process'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { convertedName } from '#domain/media/conversion.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { UploadedFile } from '#server/platform/http/route.ts'
import { TryAgain } from '#server/platform/http/try-again.ts'
import { takingTurns } from '#server/platform/storage/taking-turns.ts'

/** Longer than the largest photo of a phone takes on a busy machine. */
const TIME_LIMIT_MS = 60_000
const tooSlowText =
  'This picture could not be converted in time, because there is much to do at the moment. Please try again in a minute, or choose a JPEG of it.'
const UNREADABLE = 2
/** So that the converted picture fits every network. */
const BYTES_MAX = Math.min(...socialNetworks.map(name => networks[name].image.maxBytes))
const program = fileURLToPath(new URL('./picture-converter.ts', import.meta.url))
/** Of one person, at a time: more than they choose for a post. */
const WAITING_MAX = 50
/** One at a time, and not in the turn of the other pictures: those need no process and no seconds. */
const inTurn = takingTurns(WAITING_MAX)

/** Kinds of pictures that have to be converted; `animated`: of such a kind, but more than a still picture. */
export type ConvertedKind = 'heic' | 'other' | 'animated'

const stillHeic = ['heic', 'heix', 'heim', 'heis']
const sequences = ['msf1', 'hevc', 'hevx', 'hevm', 'hevs', 'avis']
const VP8X_ANIMATED = 0x02

const kindOfHeif = (start: Buffer): ConvertedKind | null => {
  const end = Math.min(start.length, start.readUInt32BE(0))
  const [major = '', , ...others] = start.toString('latin1', 8, end).match(/.{4}/gs) ?? []
  if (sequences.includes(major)) return 'animated'
  const brands = major === 'mif1' ? others : [major]
  if (brands.includes('avif')) return 'other'
  return brands.some(brand => stillHeic.includes(brand)) ? 'heic' : null
}

const kindOf = (start: Buffer): ConvertedKind | null => {
  const text = start.toString('latin1')
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP')
    return text.slice(12, 16) === 'VP8X' && start.readUInt8(20) & VP8X_ANIMATED ? 'animated' : 'other'
  return text.slice(4, 8) === 'ftyp' && start.length >= 16 ? kindOfHeif(start) : null
}

/** More than programs write before the picture. */
const CHUNKS_SEARCHED = 50
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Whether a PNG has several pictures, which its animation chunk says before the first of them. Networks show only that one. */
const isAnimatedPng = async (file: FileHandle): Promise<boolean> => {
  const head = Buffer.alloc(12)
  let at = PNG_SIGNATURE.length
  for (let chunk = 0; chunk < CHUNKS_SEARCHED; chunk++) {
    const { bytesRead } = await file.read(head, 0, head.length, at)
    const type = head.toString('latin1', 4, 8)
    if (bytesRead < head.length || type === 'IDAT') return false
    if (type === 'acTL') return head.readUInt32BE(8) > 1
    at += 12 + head.readUInt32BE(0)
  }
  return false
}

/** Which kind of picture to be converted a file holds, by its content; null: none. */
export const convertedKindOf = async (path: string): Promise<ConvertedKind | null> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    if (buffer.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE))
      return (await isAnimatedPng(file)) ? 'animated' : null
    return bytesRead > 20 ? kindOf(buffer.subarray(0, bytesRead)) : null
  } finally {
    await file.close()
  }
}

/** What the program printed; null if it could not read the picture, or took too much memory. @throws TryAgain if it had no time left */
const run = (options: readonly string[], timeLimitMs: number): Promise<string | null> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, ...options],
      { timeout: timeLimitMs, killSignal: 'SIGKILL', env: {} },
      (error, output, complaint) => {
        if (!error) resolve(output)
        // The time limit's own end, not the end of a program that failed: nothing is said of the picture by it.
        else if (error.killed) reject(new TryAgain(tooSlowText))
        else if (error.signal || error.code === UNREADABLE) resolve(null)
        else reject(new Error('The picture converter failed', { cause: complaint || error }))
      },
    )
  })

/**
 * The upload as a JPEG, or as a PNG if it is transparent: upright, in sRGB, beside the original. Null: it cannot be read;
 * `too_many`: too much of this person waits already. @throws TryAgain if it took too long
 * (docs/product/media.md "Conversion")
 */
export const convertPicture = async (
  file: UploadedFile,
  kind: Exclude<ConvertedKind, 'animated'>,
  userId: number,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<UploadedFile | null | 'too_many'> => {
  const to = `${file.path}-converted`
  const converting = inTurn(userId, () => run([kind, file.path, to, String(BYTES_MAX)], timeLimitMs))
  if (converting === null) return 'too_many'
  const type = await converting
  if (type !== 'jpg' && type !== 'png') return null
  const { size } = await stat(to)
  return { ...file, path: to, name: convertedName(file.name, type), bytes: size }
}
