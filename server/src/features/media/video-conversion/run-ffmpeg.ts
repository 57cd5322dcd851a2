import { execFile, spawn } from 'node:child_process'
import path from 'node:path'
import type { Size } from '#domain/networks/model.ts'
import type { VideoStream } from '#domain/networks/video-stream.ts'

/** A file from a stranger, and what is made of it. `bitrate` in bits a second, for the picture alone. */
export type Transcode = {
  readonly from: string
  readonly demuxer: string
  readonly to: string
  readonly size: Size
  /** Frames a second. */
  readonly frameRate: number
  /** What the pictures are; null: as most are. */
  readonly stream: VideoStream | null
  /** Whether this ffmpeg has the filters that bring high dynamic range down. */
  readonly hasToneMapping: boolean
  readonly bitrate: number
  readonly maxBytes: number
  readonly timeLimitMs: number
}

export type TranscodeOutcome = 'done' | 'failed' | 'too_slow' | 'cancelled'

const THREADS = 2
/** Between two places where playing can start; the networks ask for 2 to 5. */
const GROUP_SECONDS = 2
const HD_HEIGHT = 720
/** Of address space; an H.264 encoder of the largest video that is taken needs about a third. */
const MEMORY_KB = 3_000_000
/** `ulimit -f` counts blocks of 512 bytes. Beyond twice the limit, the file lied about its length. */
const blocksOf = (bytes: number): number => Math.ceil((bytes * 2) / 512)

/**
 * Reads one local file by the named demuxer: if ffmpeg guessed, a playlist would make it fetch what a stranger wrote into it. Names, places
 * and chapters of the original are left out. No edit list, which needs offsets that may be negative.
 */
const optionsOf = (task: Transcode): string[] => [
  ...['-v', 'error', '-nostdin', '-nostats', '-y', '-progress', 'pipe:1', '-threads', String(THREADS)],
  ...['-protocol_whitelist', 'file', '-f', task.demuxer, '-i', `file:${path.resolve(task.from)}`],
  ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
  ...encodingOf(task),
  ...['-fflags', '+bitexact', '-use_editlist', '0', '-movflags', '+faststart+negative_cts_offsets'],
  ...['-f', 'mp4', `file:${path.resolve(task.to)}`],
]

const encodingOf = (task: Transcode): string[] => [
  ...['-vf', filtersOf(task).join(','), '-r', rateOf(task.frameRate), '-fps_mode', 'cfr'],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-crf', '21'],
  ...['-g', String(Math.round(task.frameRate * GROUP_SECONDS)), '-flags', '+cgop'],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
  ...['-maxrate', String(task.bitrate), '-bufsize', String(task.bitrate), '-threads', String(THREADS)],
  ...['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2'],
]

/** 29.97 and its like are fractions of 1001. */
const rateOf = (rate: number): string =>
  Number.isInteger(rate) ? String(rate) : `${Math.round(rate) * 1000}/1001`

/** In the order that costs least: the smaller picture is what the colours are computed for. */
const filtersOf = (task: Transcode): string[] => {
  const { size, stream } = task
  const scale = (colours: string) =>
    `scale=${size.width}:${size.height}:flags=bicubic${colours ? `:${colours}` : ''}`
  const interlaced = stream?.is_interlaced ? ['yadif'] : []
  if (!stream || (stream.dynamic_range === 'sdr' && !stream.is_wide_gamut))
    return [...interlaced, scale(sdrColours(size)), 'setsar=1', 'format=yuv420p']
  return [...interlaced, scale(''), ...toneMapping(task, stream), 'setsar=1', 'format=yuv420p']
}

/** What says nothing of its colours has those of television of its height; a tag decides where there is one. */
const sdrColours = ({ width, height }: Size): string =>
  `in_color_matrix=${Math.min(width, height) >= HD_HEIGHT ? 'bt709' : 'auto'}:out_color_matrix=bt709:out_range=tv`

const transfers = { hlg: 'arib-std-b67', pq: 'smpte2084', sdr: 'bt709' } as const

const toneMapping = ({ hasToneMapping }: Transcode, { dynamic_range: range }: VideoStream): string[] => {
  // Roughly: the right matrix, and the paleness taken back.
  if (!hasToneMapping)
    return [
      'scale=in_color_matrix=bt2020:out_color_matrix=bt709:out_range=tv,format=yuv420p',
      ...(range === 'sdr' ? [] : ['eq=contrast=1.15:saturation=1.4']),
    ]
  const linear = `zscale=tin=${transfers[range]}:min=bt2020nc:pin=bt2020:t=linear:npl=203`
  const display = 'zscale=t=bt709:m=bt709:p=bt709:r=tv'
  if (range === 'sdr') return [`zscale=min=bt2020nc:pin=bt2020:tin=bt709,${display}`]
  return [linear, 'format=gbrpf32le', 'zscale=p=bt709', 'tonemap=tonemap=hable:desat=0', display]
}

/** Whether this ffmpeg brings high dynamic range down; checked once for each program. */
export const hasToneMapping = (program: string): Promise<boolean> => {
  const known = toneMappers.get(program)
  if (known) return known
  const hasFilters = new Promise<boolean>(resolve => {
    execFile(
      program,
      ['-hide_banner', '-filters'],
      { env: {}, timeout: 10_000, killSignal: 'SIGKILL' },
      (error, output) => resolve(!error && / zscale /.test(output) && / tonemap /.test(output)),
    )
  })
  toneMappers.set(program, hasFilters)
  return hasFilters
}

const toneMappers = new Map<string, Promise<boolean>>()

/** Where there is a shell, the system itself limits memory, processor time and file size; those end a process that outlives this one, too. */
const commandOf = (program: string, task: Transcode): [string, string[]] => {
  const options = optionsOf(task)
  if (process.platform === 'win32') return [program, options]
  const cpuSeconds = Math.ceil(task.timeLimitMs / 1000) * THREADS
  const limits = [`-v ${MEMORY_KB}`, `-t ${cpuSeconds}`, `-f ${blocksOf(task.maxBytes)}`]
  const script = `${limits.map(limit => `ulimit ${limit} 2>/dev/null`).join('; ')}; exec "$0" "$@"`
  return ['/bin/sh', ['-c', script, program, ...options]]
}

/**
 * Converts a video. `onSeconds` hears how much of it is done; the signal stops it. Without our environment, which contains secrets. The result is
 * whole only after `done`.
 */
export const runFfmpeg = (
  program: string,
  task: Transcode,
  { signal, onSeconds }: { readonly signal: AbortSignal; readonly onSeconds: (seconds: number) => void },
): Promise<TranscodeOutcome> =>
  new Promise(resolve => {
    const child = spawn(...commandOf(program, task), { env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
    let isTooSlow = false
    const kill = () => void child.kill('SIGKILL')
    const timer = setTimeout(() => {
      isTooSlow = true
      kill()
    }, task.timeLimitMs)
    signal.addEventListener('abort', kill)
    // A worker that is stopped must not leave it running.
    process.once('exit', kill)
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text = (text + piece).slice(-4096)
      const micros = [...text.matchAll(/out_time_us=(\d+)\n/g)].at(-1)?.[1]
      if (micros !== undefined) onSeconds(Number(micros) / 1_000_000)
    })
    const end = (outcome: TranscodeOutcome) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      process.removeListener('exit', kill)
      resolve(signal.aborted ? 'cancelled' : isTooSlow ? 'too_slow' : outcome)
    }
    child.once('error', () => end('failed'))
    child.once('close', code => end(code === 0 ? 'done' : 'failed'))
  })
