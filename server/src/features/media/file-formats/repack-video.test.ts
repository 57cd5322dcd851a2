import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUnusable, probeFile } from './file-probe.ts'
import { repackVideo } from './repack-video.ts'
import { ffmpeg } from './video-frame.ts'

// Only the originals and the proof need ffmpeg.
describe.skipIf(ffmpeg === null)('A new container', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'repack-test-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const inFolder = (name: string) => path.join(folder, name)
  const run = (options: string) => execFileSync(ffmpeg ?? '', ['-v', 'error', '-y', ...options.split(' ')])
  const make = (name: string, options: string): string => {
    const sources = '-f lavfi -i testsrc2=size=320x240:rate=30:duration=3 -f lavfi -i sine=duration=3'
    run(`${sources} ${options} -pix_fmt yuv420p ${inFolder(name)}`)
    return inFolder(name)
  }
  const probeOf = async (file: string) => {
    const probe = await probeFile(file)
    if (!probe || isUnusable(probe)) throw new Error('no video')
    return probe
  }
  const picturesOf = (file: string) => run(`-i ${file} -map 0:v -f md5 -`).toString()

  it.each([
    ['an MP4 with pictures out of order', 'plain.mp4', '-c:v libx264 -bf 2 -c:a aac'],
    ['a MOV', 'phone.mov', '-c:v libx264 -preset ultrafast -c:a aac'],
    ['HEVC', 'hevc.mov', '-c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hvc1 -c:a aac'],
    ['a silent film', 'silent.mp4', '-map 0:v -c:v libx264 -bf 2'],
    ['a film that lies on its side', 'turned.mp4', '-c:v libx264 -metadata:s:v rotate=90 -c:a aac'],
  ])(
    'around %s has the same pictures, and neither an edit list nor a late index',
    async (_, name, options) => {
      const [from, to] = [make(name, options), inFolder(`packed-${name}.mp4`)]
      const before = await probeOf(from)
      expect(before.stream?.is_index_first).toBe(false)
      expect(await repackVideo(from, to)).toBe(true)
      const after = await probeOf(to)
      const container = { has_edit_list: false, is_index_first: true }
      expect(after.stream).toEqual({ ...before.stream, ...container })
      expect(after).toMatchObject({ width: before.width, height: before.height })
      expect(after.seconds).toBeCloseTo(before.seconds ?? 0, 1)
      expect(picturesOf(to)).toBe(picturesOf(from))
    },
  )

  it('keeps the picture of a selfie mirrored, as it is shown', async () => {
    const from = make('plain-selfie.mp4', '-c:v libx264 -c:a aac')
    const bytes = readFileSync(from)
    // The matrix stands 44 bytes behind the name of the first track's header: its first number turns the picture round, its seventh moves it back.
    const matrix = bytes.indexOf('tkhd') + 44
    bytes.writeInt32BE(-65_536, matrix)
    bytes.writeInt32BE(320 * 65_536, matrix + 24)
    const [selfie, to] = [inFolder('selfie.mp4'), inFolder('packed-selfie.mp4')]
    writeFileSync(selfie, bytes)
    expect(picturesOf(selfie)).not.toBe(picturesOf(from))
    expect(await repackVideo(selfie, to)).toBe(true)
    expect(picturesOf(to)).toBe(picturesOf(selfie))
  })

  it('is not made of pictures that an edit list hides', async () => {
    const from = make('whole.mp4', '-c:v libx264 -bf 2 -c:a aac')
    run(`-ss 1.3 -i ${from} -c copy ${inFolder('cut.mp4')}`)
    expect(await repackVideo(inFolder('cut.mp4'), inFolder('packed-cut.mp4'))).toBe(false)
  })

  it('is not made of what is no video', async () => {
    writeFileSync(inFolder('no.mp4'), 'no video at all')
    expect(await repackVideo(inFolder('no.mp4'), inFolder('packed-no.mp4'))).toBe(false)
  })
})
