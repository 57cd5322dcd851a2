import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { videoTarget } from '#domain/media/video-conversion.ts'
import { fileProblems } from '#domain/networks/media-rules.ts'
import type { MediaFile, PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { type StreamRules, streamProblems } from '#domain/networks/video-stream.ts'
import { inspectVideo, type Video } from '#sandbox/platform/video.ts'
import { type Decoder, decoders, refusalOf } from '#sandbox/platform/video-refusals.ts'
import { isUnusable, probeFile } from './file-formats/file-probe.ts'
import { repackVideo } from './file-formats/repack-video.ts'
import { demuxerOf, ffmpeg } from './file-formats/video-frame.ts'
import { runFfmpeg } from './video-conversion/run-ffmpeg.ts'

// Videos of every make, judged by Galley's rules and by the sandbox's, which share no code: what was green while writing is taken.

type Made = {
  readonly name: string
  readonly path: string
  readonly file: MediaFile
  readonly received: Video
}
type Way = { readonly network: SocialNetwork; readonly type: PostType; readonly decoder: Decoder }

const ways: readonly Way[] = [
  { network: 'facebook', type: 'video_story', decoder: decoders.facebookStory },
  { network: 'instagram', type: 'single_video', decoder: decoders.instagramReel },
  { network: 'instagram', type: 'video_story', decoder: decoders.instagramStory },
  { network: 'linkedin', type: 'single_video', decoder: decoders.linkedin },
  { network: 'twitter', type: 'single_video', decoder: decoders.twitter },
]

/** Each with one thing unlike the plain video; the drawn ones below mix them. */
const pixels = ['yuv420p', 'yuv422p', 'yuv444p', 'yuv420p10le']
const codecs = ['libx264', 'libx265', 'libvpx-vp9', 'mpeg4']
const rates = ['24', '1', '12', '23', '61', '120']
const groups = [
  '',
  '-x264-params open-gop=1:scenecut=0 -g 12 -bf 2',
  '-flags +ilme+ildct -x264-params tff=1',
  '-bf 2',
]
const sounds = ['', '-c:a aac', '-c:a aac -ar 96000', '-c:a aac -ac 6', '-c:a libmp3lame', '-c:a libopus']
const shapes = ['', 'setsar=4/3', "select='not(mod(n\\,5))+lt(mod(n\\,12)\\,3)'"]
const endings = ['mp4', 'mov', 'mkv']
const sizes = ['270x480', '480x270', '64x400', '400x64', '540x960', '16x16']
const packings = ['-use_editlist 0 -movflags +faststart+negative_cts_offsets', '', '-movflags +faststart']
const lists = [pixels, codecs, rates, groups, sounds, shapes, endings, sizes, packings] as const

type Choice = readonly number[]
const PLAIN: Choice = lists.map(() => 0)
const single: Choice[] = lists.flatMap((list, place) =>
  list.slice(1).map((_, index) => PLAIN.map((value, other) => (other === place ? index + 1 : value))),
)

/** The same numbers in every run: `TEST_SEED` chooses others. */
const drawn = (count: number, seed: number): Choice[] => {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Array.from({ length: count }, () => lists.map(list => (next(3) === 0 ? next(list.length) : 0)))
}

const { TEST_SEED, MEDIA_FUZZ = '12', MEDIA_FUZZ_MS = '180000' } = process.env

let folder = ''
const made: Made[] = []

const make = async (choice: Choice, index: number): Promise<void> => {
  const [pixel, codec, rate, group, sound, shape, ending, size, packing] = lists.map(
    (list, place) => list[choice[place] ?? 0] ?? '',
  )
  const file = path.join(folder, `${index}.${ending}`)
  const isUneven = shape?.startsWith('select')
  const options = [
    `-f lavfi -i testsrc2=size=${size}:rate=${rate}:duration=3.2`,
    sound ? `-f lavfi -i sine=duration=3.2 ${sound}` : '',
    `-c:v ${codec} -pix_fmt ${codec === 'mpeg4' ? 'yuv420p' : pixel} ${codec === 'libx264' ? `-preset ultrafast ${group}` : ''}`,
    codec === 'libx265' ? '-preset ultrafast -x265-params log-level=none -tag:v hvc1' : '',
    codec === 'libvpx-vp9' ? '-deadline realtime -cpu-used 8' : '',
    shape ? `-vf ${shape} ${isUneven ? '-vsync vfr' : ''}` : '',
    ending === 'mkv' ? '' : `-strict -2 ${packing}`,
  ]
  const words = options
    .join(' ')
    .split(' ')
    .filter(word => word !== '')
  try {
    execFileSync(ffmpeg ?? '', ['-v', 'quiet', '-y', ...words, file])
  } catch {
    // Not every mixture can be made: MOV holds no VP9, for one.
    return
  }
  const probe = await probeFile(file)
  const bytes = readFileSync(file)
  const received = await inspectVideo(bytes)
  if (!probe || isUnusable(probe) || !received) return
  const { objectType: kind, ...facts } = probe
  made.push({ name: words.join(' '), path: file, received, file: { kind, ...facts, bytes: bytes.length } })
}

describe.skipIf(ffmpeg === null)('Videos of every make', () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'galley-fuzz-'))
    for (const [index, choice] of [
      PLAIN,
      ...single,
      ...drawn(Number(MEDIA_FUZZ), Number(TEST_SEED ?? 1)),
    ].entries())
      await make(choice, index)
    // Vitest gives the projects of its configuration no limit from the command line.
  }, Number(MEDIA_FUZZ_MS))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('are taken by the network that Galley saw no problem for', () => {
    const refused = ways.flatMap(({ network, type, decoder }) =>
      made
        .filter(({ file }) => fileProblems(network, type, file).length === 0)
        .flatMap(({ name, received }) => {
          const refusal = refusalOf(received, decoder)
          return refusal ? [`${network} ${type}: ${refusal} (${name})`] : []
        }),
    )
    expect(refused).toEqual([])
    expect(made.length).toBeGreaterThan(single.length / 2)
  })

  it('are taken once they are converted', async () => {
    const [, , reel, , tweet] = ways
    let [converted, told] = [0, 0]
    for (const [way, every] of [
      [reel, 5],
      [tweet, 4],
    ] as const) {
      if (!way) throw new Error('no such way')
      for (const { path: from, file, name } of made.filter((_, index) => index % every === 0)) {
        const target = videoTarget(way.network, way.type, file)
        const demuxer = demuxerOf(file.contentType)
        if (target === null || demuxer === null) continue
        const task = {
          from,
          to: `${from}.${way.network}.mp4`,
          demuxer,
          size: target,
          bitrate: 4_000_000,
          hasToneMapping: true,
        }
        const { frameRate, isRepacked, maxBytes } = target
        const { signal } = new AbortController()
        const transcode = {
          ...task,
          frameRate,
          maxBytes,
          stream: file.stream ?? null,
          timeLimitMs: 60_000,
        }
        const isPacked = isRepacked && (await repackVideo(from, task.to))
        const convert = () => runFfmpeg(ffmpeg ?? '', transcode, { signal, onSeconds: () => undefined })
        expect([name, isPacked ? 'done' : await convert()]).toEqual([name, 'done'])
        const bytes = readFileSync(task.to)
        const probe = await probeFile(task.to)
        if (!probe || isUnusable(probe)) throw new Error(`not to be read: ${name}`)
        const { objectType: kind, ...facts } = probe
        // A conversion ends with words where its result does not fit: one frame a second may lose half of the last one.
        const isTold = fileProblems(way.network, way.type, { kind, ...facts, bytes: bytes.length }).length > 0
        converted += 1
        told += isTold ? 1 : 0
        const result = await inspectVideo(bytes)
        const refusal = isTold ? undefined : result && refusalOf(result, way.decoder)
        expect([name, refusal]).toEqual([name, undefined])
      }
    }
    expect(told).toBeLessThanOrEqual(converted / 50)
  })

  it.each<[SocialNetwork, PostType, keyof StreamRules]>([
    ['facebook', 'video_story', 'framesPerSecond'],
    ['instagram', 'single_video', 'framesPerSecond'],
    ['instagram', 'single_video', 'isPlain'],
    ['instagram', 'single_video', 'isClosedGop'],
    ['instagram', 'single_video', 'isPlainContainer'],
    ['instagram', 'single_video', 'codecs'],
    ['linkedin', 'single_video', 'codecs'],
    ['linkedin', 'single_video', 'framesPerSecond'],
    ['linkedin', 'single_video', 'isPlain'],
    ['twitter', 'single_video', 'codecs'],
    ['twitter', 'single_video', 'isPlain'],
    ['twitter', 'single_video', 'framesPerSecond'],
    ['twitter', 'single_video', 'isClosedGop'],
    ['twitter', 'single_video', 'hasSquarePixels'],
    ['twitter', 'single_video', 'audioCodecs'],
  ])('would show it if %s forgot for a %s what it asks of %s', (network, type, forgotten) => {
    const decoder = ways.find(way => way.network === network && way.type === type)?.decoder
    const whole = networks[network].types[type]?.stream ?? networks[network].video.stream ?? {}
    const { [forgotten]: _, ...rules } = whole
    const seen = made.filter(
      ({ file, received }) =>
        file.stream &&
        streamProblems(rules, file.stream, file).length === 0 &&
        decoder &&
        refusalOf(received, decoder),
    )
    const before = seen.filter(
      ({ file }) => file.stream && streamProblems(whole, file.stream, file).length === 0,
    )
    expect(seen.length).toBeGreaterThan(before.length)
  })
})
