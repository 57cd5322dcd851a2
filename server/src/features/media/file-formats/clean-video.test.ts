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

/** Puts a box into each box of that kind, at its end, and tells all that hold it. The index has to be the last thing that the file names. */
const withBoxIn = (bytes: Buffer, path: readonly string[], added: Buffer): Buffer => {
  const [type, ...rest] = path
  if (type === undefined) return Buffer.concat([bytes, added])
  const parts: Buffer[] = []
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at) || bytes.length - at
    const whole = bytes.subarray(at, at + size)
    if (bytes.toString('latin1', at + 4, at + 8) === type) {
      const inside = Buffer.concat([whole.subarray(0, 8), withBoxIn(whole.subarray(8), rest, added)])
      inside.writeUInt32BE(inside.length)
      parts.push(inside)
    } else parts.push(whole)
    at += size
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}

/** How many boxes of a kind the fragment has that the place is in. */
const countOf = (bytes: Buffer, type: string, at: number): number => {
  const start = bytes.lastIndexOf('moof', at)
  const fragment = bytes.subarray(start, start + bytes.readUInt32BE(start - 4))
  return fragment.toString('latin1').split(type).length - 1
}

const mp4 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
const vp8 = '-c:v libvpx -deadline realtime -c:a libopus'.split(' ')
const cluster = Buffer.from('1f43b675', 'hex')

/** Each part of the film without its length, as browsers write it. */
const withOpenClusters = (bytes: Buffer): Buffer => {
  const parts: Buffer[] = []
  let from = 0
  for (let at = bytes.indexOf(cluster); at >= 0; at = bytes.indexOf(cluster, from)) {
    parts.push(bytes.subarray(from, at + 4), Buffer.from('01ffffffffffffff', 'hex'))
    from = at + 4 + Math.clz32(bytes.readUInt8(at + 4)) - 23
  }
  expect(parts.length).toBeGreaterThan(4)
  return Buffer.concat([...parts, bytes.subarray(from)])
}

const keys = ['-movflags', '+use_metadata_tags']

describe.skipIf(ffmpeg === null)('A video without its metadata', () => {
  it.each<[string, readonly string[]]>([
    ['tags.mp4', mp4],
    ['keys.mp4', [...mp4, ...keys]],
    ['first.mp4', [...mp4, '-movflags', '+faststart']],
    ['phone.mov', [...mp4, ...keys, '-timecode', '10:11:12:13']],
    ['pieces.mp4', [...mp4, '-movflags', '+frag_keyframe+empty_moov']],
    ['web.webm', vp8],
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

  it.each([
    [['moov']],
    [['moov', 'trak']],
    [['moov', 'trak', 'mdia']],
    [['moov', 'trak', 'mdia', 'minf']],
    [['moov', 'trak', 'mdia', 'minf', 'stbl']],
    [['moov', 'trak', 'mdia', 'minf', 'dinf']],
    [['moov', 'trak', 'edts']],
    [['moov', 'mvhd']],
    [['moov', 'trak', 'tkhd']],
    [['moov', 'trak', 'mdia', 'mdhd']],
    [['moov', 'trak', 'mdia', 'minf', 'vmhd']],
    [['moov', 'trak', 'mdia', 'minf', 'smhd']],
  ])('keeps nothing that somebody put into %j', async path => {
    const file = make('index-last.mp4', ...mp4)
    const before = digestOf(file)
    for (const added of [box('abcd', 'SECRET'), box('uuid', 'SECRET of a maker'), Buffer.from('SECRET..')]) {
      writeFileSync(file, withBoxIn(readFileSync(file), path, added))
      expect(readFileSync(file).includes('SECRET')).toBe(true)
      await cleanVideo(file, 'video/mp4')
      expect([readFileSync(file).includes('SECRET'), digestOf(file)]).toEqual([false, before])
    }
  })

  it.each([[['moof']], [['moof', 'traf']], [['mfra']]])(
    'in fragments keeps nothing that somebody put into %j',
    async path => {
      const file = make('in-pieces.mp4', ...mp4, '-movflags', '+frag_keyframe+empty_moov+default_base_moof')
      const before = digestOf(file)
      const bytes = withBoxIn(readFileSync(file), path, box('abcd', 'SECRET'))
      // Pictures are found from the start of their fragment, which is longer now.
      const moved = path[0] === 'moof' ? path.length : 0
      for (let at = bytes.indexOf('trun'); moved && at > 0; at = bytes.indexOf('trun', at + 4)) {
        const grown = 14 * (moved === 1 ? 1 : countOf(bytes, 'traf', at))
        bytes.writeInt32BE(bytes.readInt32BE(at + 12) + grown, at + 12)
      }
      writeFileSync(file, bytes)
      expect(digestOf(file)).toBe(before)
      await cleanVideo(file, 'video/mp4')
      expect([readFileSync(file).includes('SECRET'), digestOf(file)]).toEqual([false, before])
    },
  )

  it('does not name the disk on which it was made', async () => {
    const file = make('alias.mov', ...mp4)
    const before = digestOf(file)
    const alias = Buffer.concat([box('alis', `\0\0\0\x01SECRET DISK:SECRET FOLDER`)])
    const dref = Buffer.concat([Buffer.from('0000000000000001', 'hex'), alias])
    const bytes = withBoxIn(
      readFileSync(file),
      ['moov', 'trak', 'mdia', 'minf', 'dinf'],
      box('dref', dref.toString('latin1')),
    )
    writeFileSync(file, bytes)
    await cleanVideo(file, 'video/quicktime')
    expect([readFileSync(file).includes('SECRET'), digestOf(file)]).toEqual([false, before])
  })

  it('in fragments keeps no data that no picture and no sound uses', async () => {
    const file = make('rest.mp4', ...mp4, '-movflags', '+frag_keyframe+empty_moov')
    const before = digestOf(file)
    writeFileSync(file, Buffer.concat([readFileSync(file), box('mdat', 'SECRET of a sensor')]))
    await cleanVideo(file, 'video/mp4')
    expect([readFileSync(file).includes('SECRET'), digestOf(file)]).toEqual([false, before])
  })

  it('as Matroska keeps no subtitles, in which cameras write where they were', async () => {
    const words = path.join(folder, 'places.srt')
    writeFileSync(words, '1\n00:00:00,000 --> 00:00:00,900\nSECRET 52.5 13.4\n')
    const file = path.join(folder, 'subtitles.mkv')
    execFileSync(ffmpeg ?? '', ['-v', 'error', '-y', ...input, '-i', words, ...mp4, '-c:s', 'srt', file])
    const before = digestOf(file)
    expect(readFileSync(file).includes('SECRET')).toBe(true)
    await cleanVideo(file, 'video/x-matroska')
    expect([readFileSync(file).includes('SECRET'), digestOf(file)]).toEqual([false, before])
  })

  it('as recorded by a browser, which does not say how long its parts are, is whole', async () => {
    const file = make('live.webm', ...vp8, '-g', '3', '-live', '1', '-cluster_time_limit', '200')
    const before = digestOf(file)
    writeFileSync(file, withOpenClusters(readFileSync(file)))
    expect(digestOf(file)).toBe(before)
    expect(await probeFile(file)).toMatchObject({ objectType: 'video', contentType: 'video/webm' })
    await cleanVideo(file, 'video/webm')
    expect([readFileSync(file).includes('SECRET'), digestOf(file)]).toEqual([false, before])
    expect(await probeFile(file)).toMatchObject({ objectType: 'video', width: 160, height: 120 })
  })

  it.each([
    ['an unknown element at its end', (bytes: Buffer) => [bytes, Buffer.from('1abcdef784aaaaaaaa', 'hex')]],
    ['bytes without meaning at its end', (bytes: Buffer) => [bytes, Buffer.alloc(40)]],
    [
      'bytes without meaning in its last part',
      (bytes: Buffer) => {
        const at = bytes.lastIndexOf(cluster) + 16
        return [bytes.subarray(0, at), Buffer.alloc(40), bytes.subarray(at)]
      },
    ],
  ])('as Matroska with %s is called damaged, not searched for ever', async (_, broken) => {
    const file = make('open.mkv', ...mp4, '-live', '1')
    writeFileSync(file, Buffer.concat(broken(readFileSync(file))))
    expect(await probeFile(file)).toEqual({ unusable: expect.stringMatching(/damaged or incomplete/) })
  })

  it('that names billions of pictures is called damaged, and nobody else waits for it', async () => {
    const file = make('endless.mp4', ...mp4, '-movflags', '+faststart')
    const bytes = readFileSync(file)
    bytes.writeUInt32BE(0xffffffff, bytes.indexOf('stsc') + 16)
    writeFileSync(file, bytes)
    const said = { unusable: expect.stringMatching(/damaged or incomplete/) }
    expect(await probeFile(file, 3000)).toEqual(said)
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
