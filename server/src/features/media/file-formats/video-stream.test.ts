import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VideoStream } from '#domain/networks/video-stream.ts'
import { probeFile } from './file-probe.ts'
import { ffmpeg } from './video-frame.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'galley-streams-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const make = (name: string, options: string, input = 'testsrc2=size=160x120:rate=24:duration=2'): string => {
  const file = path.join(folder, name)
  const words = options.split(' ').filter(word => word !== '')
  execFileSync(ffmpeg ?? '', ['-v', 'error', '-y', '-f', 'lavfi', '-i', input, ...words, file])
  return file
}
const fast = '-c:v libx264 -preset ultrafast'

describe.skipIf(ffmpeg === null)('A video, probed without ffmpeg', () => {
  it.each<[name: string, options: string, Partial<VideoStream>]>([
    [
      'plain.mp4',
      `${fast} -pix_fmt yuv420p`,
      { codec: 'h264', chroma: '4:2:0', bit_depth: 8, frame_rate: 24 },
    ],
    ['444.mp4', `${fast} -pix_fmt yuv444p`, { chroma: '4:4:4', profile: 'High 4:4:4 Predictive' }],
    ['422.mp4', `${fast} -pix_fmt yuv422p10le`, { chroma: '4:2:2', bit_depth: 10 }],
    [
      'interlaced.mp4',
      `${fast} -pix_fmt yuv420p -flags +ilme+ildct -x264-params tff=1`,
      { is_interlaced: true },
    ],
    ['wide.mp4', `${fast} -pix_fmt yuv420p -vf setsar=4/3`, { has_square_pixels: false }],
    [
      'open.mp4',
      '-c:v libx264 -pix_fmt yuv420p -g 8 -bf 3 -x264-params open-gop=1:scenecut=0',
      { is_closed_gop: false },
    ],
    ['closed.mp4', '-c:v libx264 -pix_fmt yuv420p -g 8 -bf 3', { is_closed_gop: true }],
    ['slow.mp4', `${fast} -pix_fmt yuv420p -r 1`, { frame_rate: 1 }],
    ['fast.mp4', `${fast} -pix_fmt yuv420p -r 120`, { frame_rate: 120 }],
    [
      'uneven.mp4',
      `${fast} -pix_fmt yuv420p -vf select='not(mod(n\\,5))+lt(mod(n\\,12)\\,3)' -vsync vfr`,
      { has_constant_rate: false },
    ],
    ['first.mp4', `${fast} -pix_fmt yuv420p -movflags +faststart`, { is_index_first: true }],
    ['last.mp4', `${fast} -pix_fmt yuv420p`, { is_index_first: false }],
    ['edited.mp4', '-c:v libx264 -pix_fmt yuv420p -bf 2', { has_edit_list: true }],
    [
      'web.webm',
      '-c:v libvpx-vp9 -deadline realtime -pix_fmt yuv420p',
      { codec: 'vp9', chroma: '4:2:0', bit_depth: 8 },
    ],
    [
      'hdr.mov',
      '-c:v libx265 -x265-params log-level=none -pix_fmt yuv420p10le -color_trc arib-std-b67 -color_primaries bt2020 -colorspace bt2020nc',
      { codec: 'hevc', bit_depth: 10, dynamic_range: 'hlg', is_wide_gamut: true },
    ],
    [
      'pq.mp4',
      '-c:v libx265 -tag:v hvc1 -x265-params log-level=none -pix_fmt yuv420p10le -color_trc smpte2084 -color_primaries bt2020 -colorspace bt2020nc',
      { dynamic_range: 'pq' },
    ],
  ])('says of %s how it is encoded', async (name, options, facts) => {
    expect(await probeFile(make(name, options))).toMatchObject({ stream: facts })
  })

  it('says what sound it has', async () => {
    const file = make(
      'sound.mp4',
      `-f lavfi -i sine=duration=2 ${fast} -pix_fmt yuv420p -c:a aac -ar 96000 -ac 1`,
    )
    expect(await probeFile(file)).toMatchObject({
      stream: { audio: { codec: 'aac-lc', channels: 1, hertz: 96_000 } },
    })
  })

  it('is refused in words of its own if it is sound only, or ends in the middle', async () => {
    const sound = make('only.mp4', '-c:a aac', 'sine=duration=1')
    expect(await probeFile(sound)).toEqual({ unusable: 'This file holds sound but no picture.' })
    for (const [name, flags] of [
      ['cut-last.mp4', ''],
      ['cut-first.mp4', '-movflags +faststart'],
    ] as const) {
      const whole = readFileSync(make(name, `${fast} -pix_fmt yuv420p ${flags}`))
      const cut = path.join(folder, `half-${name}`)
      writeFileSync(cut, whole.subarray(0, whole.length / 2))
      expect(await probeFile(cut)).toEqual({ unusable: expect.stringMatching(/damaged or incomplete/) })
    }
  })
})
