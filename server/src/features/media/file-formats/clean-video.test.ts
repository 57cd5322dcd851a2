import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanVideo } from './clean-video.ts'
import { probeFile } from './file-probe.ts'
import { ffmpeg } from './video-frame.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'galley-clean-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const input = '-f lavfi -i testsrc2=size=160x120:rate=24:duration=1 -f lavfi -i sine=duration=1'.split(' ')
const marks = [
  'title=SECRET',
  'artist=SECRET',
  'comment=SECRET',
  'location=SECRET',
  'make=SECRET',
  'model=SECRET',
]
const metadata = marks.flatMap(mark => ['-metadata', mark])
const streams = ['-metadata:s:v', 'handler_name=SECRET', '-metadata:s:a', 'title=SECRET']

const make = (name: string, ...options: readonly string[]): string => {
  const file = path.join(folder, name)
  execFileSync(ffmpeg ?? '', ['-v', 'error', '-y', ...input, ...options, ...metadata, ...streams, file])
  return file
}
/** Of every picture and sound as it is decoded. */
const digestOf = (file: string): string =>
  execFileSync(ffmpeg ?? '', [
    '-v',
    'error',
    '-i',
    file,
    '-map',
    '0:v',
    '-map',
    '0:a',
    '-f',
    'md5',
    '-',
  ]).toString()
const box = (type: string, content: string): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, Buffer.from(content)])
}

const mp4 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
const keys = ['-movflags', '+use_metadata_tags']

describe.skipIf(ffmpeg === null)('A video without its metadata', () => {
  it.each<[string, readonly string[]]>([
    ['tags.mp4', mp4],
    ['keys.mp4', [...mp4, ...keys]],
    ['first.mp4', [...mp4, '-movflags', '+faststart']],
    ['phone.mov', [...mp4, ...keys, '-timecode', '10:11:12:13']],
    ['pieces.mp4', [...mp4, '-movflags', '+frag_keyframe+empty_moov']],
    ['web.webm', '-c:v libvpx -deadline realtime -c:a libopus'.split(' ')],
    ['film.mkv', mp4],
  ])('as %s has every picture and sound, and nothing that was written beside them', async (name, options) => {
    const file = make(name, ...options)
    const before = digestOf(file)
    if (/\.m/.test(name) && !name.endsWith('mkv'))
      writeFileSync(
        file,
        Buffer.concat([
          readFileSync(file),
          box('uuid', 'SECRET, in a box of a maker'),
          box('abcd', 'SECRET'),
          Buffer.from('SECRET tail'),
        ]),
      )
    expect(readFileSync(file).includes('SECRET')).toBe(true)
    const { contentType = '' } = (await probeFile(file)) as { contentType?: string }
    await cleanVideo(file, contentType)
    expect(readFileSync(file).includes('SECRET')).toBe(false)
    expect(digestOf(file)).toBe(before)
    expect(await probeFile(file)).toMatchObject({ objectType: 'video', width: 160, height: 120 })
  })

  it('still says that it was made by AI', async () => {
    const file = make('made.mp4', ...mp4)
    const label = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
    writeFileSync(file, Buffer.concat([readFileSync(file), box('uuid', `SECRET ${label}`)]))
    expect(await cleanVideo(file, 'video/mp4')).toBe('trainedAlgorithmicMedia')
    const clean = readFileSync(file)
    expect([clean.includes('SECRET'), clean.includes(label)]).toEqual([false, true])
    expect(await probeFile(file)).toMatchObject({ objectType: 'video' })
  })
})
