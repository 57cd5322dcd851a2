import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { ffmpeg } from '#server/features/media/file-formats/video-frame.ts'
import { median, runsLine } from '../figures.ts'
import { askOk } from '../load.ts'
import { type Stage, signIn } from '../stage.ts'
import { startFloors } from './floors.ts'

const RUNS = 9
const SECONDS = 60

/** Twelve megapixels with the grain of a camera. */
export const makePhoto = async (): Promise<Buffer> => {
  const [width, height] = [4032, 3024]
  const noise = { width: width / 8, height: height / 8, channels: 3 as const }
  const grain = sharp(randomBytes(noise.width * noise.height * 3), { raw: noise })
  return grain.resize(width, height).jpeg({ quality: 90 }).toBuffer()
}

/** What a network that is particular wants: its index first, no edit list, frames in their order, colours that are named. */
const forNetworks =
  '-bf 0 -ar 48000 -colorspace bt709 -color_primaries bt709 -color_trc bt709 -use_editlist 0 -movflags +faststart'

/** A minute in 1080p: as a phone saves it, its index behind the pictures, or as every network takes it. Null without ffmpeg. */
export const makeVideo = (made: 'by a phone' | 'for networks' = 'by a phone'): Buffer | null => {
  if (ffmpeg === null) return null
  const folder = mkdtempSync(path.join(os.tmpdir(), 'galley-bench-video-'))
  const file = path.join(folder, made === 'by a phone' ? 'phone.mov' : 'video.mp4')
  const words = `-v error -f lavfi -i testsrc2=size=1920x1080:rate=30:duration=${SECONDS} -f lavfi -i sine=duration=${SECONDS}
    -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 30 -b:v 8M -maxrate 8M -bufsize 8M -c:a aac ${made === 'by a phone' ? '' : `${forNetworks} `}${file}`
  try {
    execFileSync(ffmpeg, words.split(/\s+/))
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const formOf = async (name: string, bytes: Buffer) => {
  const form = new FormData()
  form.append('media', new Blob([new Uint8Array(bytes)]), name)
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type') ?? '', body: Buffer.from(await encoded.arrayBuffer()) }
}

/** The milliseconds until the answer is there. */
const send = async (url: string, headers: Record<string, string>, body: Buffer): Promise<number> => {
  const begun = performance.now()
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`)
  return performance.now() - begun
}

/** Uploads of a phone's files, in turns with a bare server that writes the same bytes to the disk. */
export async function* benchUploads(stage: Stage, calendarUrl: string): AsyncGenerator<string> {
  const token = await signIn(stage, 'carl@bluebird.example')
  const authorization = `Bearer ${token}`
  const floors = await startFloors(stage, 1, await askOk({ url: calendarUrl, headers: { authorization } }))
  const files = { 'photo of 12 megapixels': await makePhoto(), 'phone video of 60 s': makeVideo() }
  try {
    for (const [name, bytes] of Object.entries(files)) {
      if (bytes === null) continue
      const { type, body } = await formOf(name, bytes)
      const rounds: [galley: number, floor: number][] = []
      for (let run = 0; run < RUNS; run++)
        rounds.push([
          await send(`${stage.url}/api/projects/1/medias`, { authorization, 'content-type': type }, body),
          await send(`${floors.url}/upload`, { 'content-type': type }, body),
        ])
      const megabytes = `${(bytes.length / 1_000_000).toFixed(1)} MB`
      const floor = median(rounds.map(([, each]) => each))
      yield runsLine(
        `upload, ${name}`,
        rounds.map(([galley]) => galley),
        ' ms',
        { more: megabytes },
      )
      yield runsLine(
        '  floor: the same bytes written to the disk',
        rounds.map(([, each]) => each),
        ' ms',
        { more: `${(median(rounds.map(([galley]) => galley)) / floor).toFixed(1)} times as fast` },
      )
    }
  } finally {
    floors.stop()
  }
}
