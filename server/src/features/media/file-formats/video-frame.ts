import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import pLimit from 'p-limit'
import type { Probe } from './probe.ts'

/** The first program of that name in the folders of a search path; null if there is none. */
export const findProgram = (name: string, searchPath: string): string | null => {
  const candidates = searchPath
    .split(path.delimiter)
    .filter(folder => path.isAbsolute(folder))
    .flatMap(folder => [path.join(folder, name), path.join(folder, `${name}.exe`)])
  return candidates.find(isProgram) ?? null
}

/** Missing, not executable, or below something that is not a folder, or that we may not enter. */
const noProgram = ['ENOENT', 'EACCES', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EPERM']

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch (error) {
    if (noProgram.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** Looked up once, when the server starts. Never required: without it videos have no previews of their own. */
export const ffmpeg = findProgram('ffmpeg', process.env.PATH ?? '')

/** An upload waits for it, so it is short. */
const TIME_LIMIT_MS = 5_000
const BYTES_MAX = 32_000_000
/** More than 8K has. A small file can hold frames that take gigabytes, and several people may send one at the same moment. */
const PIXELS_MAX = 40_000_000
/** Each may take some hundred megabytes. */
const inTurn = pLimit(2)
/** The first frame is often black. */
const FRAME_AT_SECONDS = 1

/**
 * The format that ffmpeg is told to read, according to what the file was found to be. If it guessed, it would accept a playlist as a
 * video and fetch the addresses that a stranger wrote into it. Other types have no preview.
 */
const demuxers: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
}

/** The name of ffmpeg's demuxer for a type; null for types that are not read. */
export const demuxerOf = (contentType: string): string | null => demuxers[contentType] ?? null

/**
 * One frame of a video as a JPEG, upright: from its first second, or its first one. Null if there is no ffmpeg, or if it cannot read
 * the file in time: an upload never fails because of a preview.
 */
export const readFrame = async (
  file: string,
  { contentType, seconds }: Pick<Probe, 'contentType' | 'seconds'>,
  program: string | null = ffmpeg,
): Promise<Buffer | null> => {
  const demuxer = demuxers[contentType]
  if (program === null || demuxer === undefined) return null
  const isLongEnough = seconds !== null && seconds > FRAME_AT_SECONDS
  const frameAt = (at: number) => inTurn(() => run(program, frameOf(file, demuxer, at)))
  return (isLongEnough ? await frameAt(FRAME_AT_SECONDS) : null) ?? frameAt(0)
}

const frameOf = (file: string, demuxer: string, at: number): string[] => [
  ...['-v', 'error', '-nostdin', '-threads', '1', '-max_pixels', String(PIXELS_MAX)],
  ...['-protocol_whitelist', 'file', '-f', demuxer, '-ss', String(at), '-i', `file:${path.resolve(file)}`],
  ...['-an', '-sn', '-dn', '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', '3', 'pipe:1'],
]

/** Without a shell and without our environment, which contains secrets. */
const run = (program: string, options: string[]): Promise<Buffer | null> =>
  new Promise(resolve => {
    execFile(
      program,
      options,
      { encoding: 'buffer', timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: BYTES_MAX, env: {} },
      (error, output) => resolve(error || output.length === 0 ? null : output),
    )
  })
