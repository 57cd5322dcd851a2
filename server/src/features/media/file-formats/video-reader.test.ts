import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ffmpeg } from './video-frame.ts'
import { readVideo } from './video-reader.ts'

const READING_MS = 15_000
const video = { objectType: 'video', width: 160 }

describe.skipIf(ffmpeg === null)('The thread in which videos are read', () => {
  let folder = ''
  let good = ''
  let endless = ''
  let started = 0
  const count = () => {
    started += 1
  }
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'galley-reader-'))
    good = path.join(folder, 'good.mp4')
    const input = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=24:duration=1']
    const how = ['-c:v', 'libx264', '-preset', 'ultrafast', '-movflags', '+faststart']
    execFileSync(ffmpeg ?? '', ['-v', 'error', ...input, ...how, good])
    const bytes = readFileSync(good)
    bytes.writeUInt32BE(0xffffffff, bytes.indexOf('stsc') + 16)
    endless = path.join(folder, 'endless.mp4')
    writeFileSync(endless, bytes)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    // Whatever an earlier test has left, there is one thread that waits now.
    await readVideo(good, READING_MS)
    started = 0
    process.on('worker', count)
  })
  afterEach(() => {
    process.off('worker', count)
    vi.useRealTimers()
  })

  it('reads the next one too', async () => {
    for (let file = 0; file < 3; file++) expect(await readVideo(good, READING_MS)).toMatchObject(video)
    expect(started).toBe(0)
  })

  it('reads one at a time: two at once have two threads, of which one stays', async () => {
    const both = await Promise.all([readVideo(good, READING_MS), readVideo(good, READING_MS)])
    expect(both).toMatchObject([video, video])
    expect(started).toBe(1)
    expect(await readVideo(good, READING_MS)).toMatchObject(video)
    expect(started).toBe(1)
  })

  it('is replaced after a file that it could not read', async () => {
    const text = path.join(folder, 'text.mp4')
    writeFileSync(text, 'no video')
    expect(await readVideo(text, READING_MS)).toBeNull()
    expect(await readVideo(good, READING_MS)).toMatchObject(video)
    expect(started).toBe(1)
  })

  it('is ended by a file that keeps it busy, as is a new one, and the next one is read', async () => {
    expect(await readVideo(endless, 100)).toBe('too_much')
    expect(await readVideo(good, READING_MS)).toMatchObject(video)
    expect(started).toBe(2)
  })

  it('is replaced when the system cannot read the file', async () => {
    await expect(readVideo(path.join(folder, 'gone.mp4'), READING_MS)).rejects.toMatchObject({
      code: 'ENOENT',
    })
    expect(await readVideo(good, READING_MS)).toMatchObject(video)
    expect(started).toBe(2)
  })

  it('has its time again on a machine that lets it do nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const reading = readVideo(good, READING_MS)
    vi.advanceTimersByTime(READING_MS)
    expect(await reading).toMatchObject(video)
  })
})
