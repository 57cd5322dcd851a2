import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Size } from '#domain/networks/model.ts'

/** A file from a stranger, and what is made of it. `bitrate` in bits a second, for the picture alone. */
export type Transcode = {
  readonly from: string
  readonly demuxer: string
  readonly to: string
  readonly size: Size
  readonly bitrate: number
  readonly maxBytes: number
  readonly timeLimitMs: number
}

export type TranscodeOutcome = 'done' | 'failed' | 'too_slow' | 'cancelled'

const THREADS = 2
/** Of address space; an H.264 encoder of the largest video that is taken needs about a third. */
const MEMORY_KB = 3_000_000
/** `ulimit -f` counts blocks of 512 bytes. Beyond twice the limit, the file lied about its length. */
const blocksOf = (bytes: number): number => Math.ceil((bytes * 2) / 512)

/**
 * Reads one local file by the named demuxer: if ffmpeg guessed, a playlist would make it fetch what a stranger wrote into it. Names, places
 * and chapters of the original are left out.
 */
const optionsOf = ({ from, demuxer, to, size, bitrate }: Transcode): string[] => [
  ...['-v', 'error', '-nostdin', '-nostats', '-y', '-progress', 'pipe:1', '-threads', String(THREADS)],
  ...['-protocol_whitelist', 'file', '-f', demuxer, '-i', `file:${path.resolve(from)}`],
  ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
  ...['-vf', `scale=${size.width}:${size.height}:flags=bicubic,setsar=1`, '-pix_fmt', 'yuv420p'],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '21'],
  ...['-maxrate', String(bitrate), '-bufsize', String(bitrate), '-threads', String(THREADS)],
  ...['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2'],
  ...['-movflags', '+faststart', '-f', 'mp4', `file:${path.resolve(to)}`],
]

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
