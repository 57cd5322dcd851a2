import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mediaFile } from '#sandbox/testing/start.ts'
import { ffmpeg, findProgram, readFrame } from './video-frame.ts'

let folder: string
const mp4 = { contentType: 'video/mp4', seconds: 4 }
const put = async (name: string, bytes: Buffer | string, mode = 0o600): Promise<string> => {
  const file = path.join(folder, name)
  await writeFile(file, bytes, { mode })
  return file
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'galley-posters-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('A frame of a video', () => {
  it('is left out without ffmpeg, which is no failure', async () => {
    const file = await put('clip.mp4', mediaFile('landscape.mp4'))
    expect(await readFrame(file, mp4, null)).toBeNull()
    expect(await readFrame(file, mp4, path.join(folder, 'no-such-program'))).toBeNull()
  })

  it('is left out if the program hangs, without waiting for it', async () => {
    const hanging = await put('hanging', '#!/bin/sh\nexec sleep 600\n', 0o700)
    expect(
      await readFrame(await put('clip.mp4', mediaFile('landscape.mp4')), { ...mp4, seconds: 0.5 }, hanging),
    ).toBeNull()
  })

  it('is read without a shell and without our environment', async () => {
    const spy = await put('spy', '#!/bin/sh\n/usr/bin/env\nfor each in "$@"; do echo "$each"; done\n', 0o700)
    process.env.POSTER_TEST_SECRET = 'hidden'
    const received = String(await readFrame('/tmp/a name; with $(odd) parts.mp4', mp4, spy))
    delete process.env.POSTER_TEST_SECRET
    expect(received).toContain('file:/tmp/a name; with $(odd) parts.mp4\n')
    expect(received).not.toContain('hidden')
  })

  it('is read by a program in the folders of the path, and from nowhere else', async () => {
    const program = await put('some-program', '#!/bin/sh\n', 0o700)
    await put('no-program', 'text')
    expect(findProgram('some-program', `/nowhere:${folder}`)).toBe(program)
    expect(findProgram('no-program', folder)).toBeNull()
    expect(findProgram('some-program', '.:')).toBeNull()
  })

  it.skipIf(!ffmpeg)('has the size of the video, whichever second it shows', async () => {
    for (const [name, width, height] of [
      ['landscape.mp4', 640, 360],
      ['portrait.mp4', 540, 960],
    ] as const) {
      const file = await put(name, mediaFile(name))
      for (const seconds of [4, 0.5, 900, null]) {
        // A busy machine may need longer than the time limit, so try again, as the next viewer would.
        const frame = () => readFrame(file, { ...mp4, seconds })
        const metadata = async () => sharp((await frame()) ?? undefined).metadata()
        await expect.poll(metadata).toMatchObject({ format: 'jpeg', width, height })
      }
    }
  })

  it.skipIf(!ffmpeg)('is left out if it is larger than 8K, whatever the size of the file', async () => {
    const make = (side: number) => {
      const file = path.join(folder, `${side}.mov`)
      const source = ['-f', 'lavfi', '-i', `color=black:s=${side}x${side}:r=1`, '-frames:v', '1']
      execFileSync(ffmpeg ?? '', ['-y', '-v', 'error', ...source, '-c:v', 'mjpeg', file])
      return readFrame(file, { contentType: 'video/quicktime', seconds: 1 })
    }
    await expect.poll(() => make(1000)).not.toBeNull()
    expect(await make(7000)).toBeNull()
  })

  it.skipIf(!ffmpeg)('is never read from a playlist that claims to be a video', async () => {
    const inside = await put('inside.mp4', mediaFile('landscape.mp4'))
    const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${inside}\n#EXT-X-ENDLIST\n`
    for (const contentType of ['video/mp4', 'application/x-mpegURL'])
      expect(await readFrame(await put('list.mp4', playlist), { contentType, seconds: 4 })).toBeNull()
  })
})
