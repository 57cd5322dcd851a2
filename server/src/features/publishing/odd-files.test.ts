import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkMedia } from '#domain/media/contract.ts'
import type { Media } from '#domain/media/model.ts'
import { listContentRestrictions, listMediaRestrictions } from '#domain/networks/contract.ts'
import { chooseMediaLimits } from '#domain/networks/media-limits.ts'
import { type PostType, type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { publishPost } from '#domain/publishing/contract.ts'
import { mediaFile } from '#sandbox/testing/start.ts'
import { ffmpeg } from '#server/features/media/file-formats/video-frame.ts'
import { mediaRoutes } from '#server/features/media/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import type { TestPerson } from '#testing/app.ts'
import { uploadFile } from '#testing/imports.ts'
import { buildPerson, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { type PublishingStage, patientTimings, startPublishingStage } from '#testing/publishing/publishing.ts'

// Files as people have them, from the upload to the network: what the check allows, every network takes.

let stage: PublishingStage
let project: TestProject
let creator: TestPerson
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'galley-odd-'))
  stage = await startPublishingStage([...mediaRoutes, ...publishingRoutes, ...projectRoutes])
  project = await stage.connectedProject()
  creator = await buildPerson(stage.db, project, 'content-creator', { 'content-manager': 'true' })
})
afterEach(() => chooseMediaLimits('document'))
afterAll(async () => {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
})

const upload = async (name: string, content: Buffer) => {
  const address = `/projects/${project.projectId}/medias`
  const { status, data, errors } = await uploadFile<Media>(stage, creator, address, {
    field: 'media',
    name,
    content,
  })
  return { status, media: data, words: errors?.media?.[0] }
}

const typeOf = ({ object_type: type }: Media): PostType =>
  type === 'gif' ? 'animated_gif' : type === 'video' ? 'single_video' : 'single_photo'

/** What the check says of the file on each network that has the type. */
const checked = async (
  media: Media,
  type = typeOf(media),
): Promise<Partial<Record<SocialNetwork, string[]>>> => {
  const takers = socialNetworks.filter(network => networks[network].types[type])
  const { data } = await stage.ask(creator, checkMedia, {
    params: { projectId: project.projectId, mediaId: media.id },
    body: {
      media_id: media.id,
      social_options: takers.map(name => ({ post_social_type: type, social_network_name: name })),
    },
  })
  return Object.fromEntries(
    data.restrictions.map(({ social_network_name: name, errors }) => [name, errors] as const),
  )
}

/** How publishing the file alone ends: `live`, or the code with which it is refused before anything is sent. */
const published = async (network: SocialNetwork, media: Media): Promise<string> => {
  const { postId, socialIds } = await buildPost(stage.db, project, {
    status: 'approved',
    type: typeOf(media),
    socials: [{ network, message: `File ${media.id}`, media: [media.id] }],
  })
  const { status, code } = await stage.ask(creator, publishPost, { params: { postId } })
  if (status !== 200) return String(code)
  await stage.drive(stage.publisher({ timings: patientTimings }))
  const social = await stage.db
    .selectFrom('post_socials')
    .select(['status', 'failure_reason'])
    .where('id', '=', socialIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  return social.failure_reason ?? social.status
}

/** Each network takes what the check allowed, and is never asked for what it did not. */
const expectAsChecked = async (media: Media, said: Partial<Record<SocialNetwork, string[]>>) => {
  for (const [network, errors] of Object.entries(said) as [SocialNetwork, string[]][])
    expect([network, await published(network, media)]).toEqual([
      network,
      errors.length === 0 ? 'live' : 'post_has_problems',
    ])
}

const film = (name: string, ...options: readonly string[]): Buffer => {
  const file = path.join(folder, name)
  execFileSync(ffmpeg ?? '', ['-v', 'error', '-y', ...options, file])
  return readFileSync(file)
}
const moving = (rate: number, seconds: number) =>
  `-f lavfi -i testsrc2=size=640x360:rate=${rate}:duration=${seconds}`.split(' ')
const h264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -use_editlist 0 -movflags +faststart'.split(' ')

describe('A file that is no good', () => {
  it('is refused when it is uploaded, and says why', async () => {
    const whole = mediaFile('landscape.mp4')
    const damaged =
      'This video can’t be read to its end. It may be damaged or incomplete: export it again as an MP4.'
    expect(await upload('cut.mp4', whole.subarray(0, whole.length / 2))).toMatchObject({
      status: 415,
      words: damaged,
    })
    expect(await upload('photo.jpg', Buffer.from('Not a photo at all'))).toMatchObject({
      status: 415,
      words: expect.stringContaining('jpg, jpeg, png'),
    })
  })

  it.skipIf(ffmpeg === null)('as a video without pictures says what it lacks', async () => {
    const sound = film('sound.mp4', ...'-f lavfi -i sine=duration=4 -c:a aac'.split(' '))
    expect(await upload('sound.mp4', sound)).toMatchObject({
      status: 415,
      words: 'This file holds sound but no picture.',
    })
    const empty = film('empty.mp4', ...moving(24, 1), '-frames:v', '0', ...h264)
    expect(await upload('empty.mp4', empty)).toMatchObject({
      status: 415,
      words: 'This video has no frames.',
    })
  })
})

describe('An unusual file', () => {
  it('is what it holds, whatever its name says', async () => {
    const bytes = await sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#225533' } })
      .png()
      .toBuffer()
    const { status, media } = await upload('film.mp4', bytes)
    expect([status, media.object_data.content_type]).toEqual([200, 'image/png'])
    await expectAsChecked(media, await checked(media))
  })

  it.each<[string, number, number, SocialNetwork[]]>([
    ['very high', 1080, 16_000, ['instagram']],
    ['of 48 megapixels', 8064, 6048, []],
    ['of three pixels', 600, 3, ['facebook', 'instagram', 'twitter']],
  ])('%s is refused while writing, or taken at its time', async (_name, width, height, refused) => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#884422' } })
      .jpeg()
      .toBuffer()
    const { media } = await upload('photo.jpg', bytes)
    const said = await checked(media)
    expect(socialNetworks.filter(network => said[network]?.length)).toEqual(refused)
    await expectAsChecked(media, said)
  })

  it.skipIf(ffmpeg === null)(
    'with the sound of a camera, a sample for each moment, is taken by Facebook',
    async () => {
      const sound = '-f lavfi -i sine=duration=4:sample_rate=48000 -c:a pcm_s16be -ac 2'.split(' ')
      const { media } = await upload('camera.mov', film('camera.mov', ...moving(24, 4), ...sound, ...h264))
      expect(await checked(media)).toMatchObject({ facebook: [] })
      expect(await published('facebook', media)).toBe('live')
    },
  )

  it('with 300 frames is told to LinkedIn’s writers', async () => {
    const pixels = Buffer.from(
      Uint8Array.from({ length: 64 * 300 }, (_, index) =>
        index % 64 === Math.floor(index / 64) % 64 ? 255 : 0,
      ),
    )
    const raw = { width: 8, height: 8 * 300, channels: 1 as const, pageHeight: 8 }
    const { media } = await upload('many.gif', await sharp(pixels, { raw }).gif({ effort: 1 }).toBuffer())
    const said = await checked(media)
    expect(said).toEqual({ linkedin: ['LinkedIn takes GIFs of up to 250 frames; this one has 300'] })
    await expectAsChecked(media, said)
  })

  it.skipIf(ffmpeg === null).each<[number, SocialNetwork[]]>([
    [1, ['instagram', 'linkedin']],
    [120, ['instagram', 'linkedin', 'twitter']],
  ])('with %d frames a second is refused in words, or taken', async (rate, refused) => {
    const bytes = film(`${rate}.mp4`, ...moving(rate, 4), ...h264)
    const padding = Buffer.alloc(90_000)
    padding.writeUInt32BE(padding.length)
    padding.write('free', 4)
    const { media } = await upload('film.mp4', Buffer.concat([bytes, padding]))
    const said = await checked(media)
    expect(socialNetworks.filter(network => said[network]?.length)).toEqual(refused)
    for (const network of refused) expect(said[network]?.[0]).toMatch(`${rate} frames a second instead of at`)
    await expectAsChecked(media, said)
  })
})

describe('Today’s limits of videos', () => {
  const ask = async () => ({
    media: (await stage.ask(creator, listMediaRestrictions, {})).data,
    content: (await stage.ask(creator, listContentRestrictions, {})).data,
  })

  it('are what both lists of limits say, once they are chosen', async () => {
    const before = await ask()
    chooseMediaLimits('current')
    const after = await ask()
    const seconds = ({ media, content }: Awaited<ReturnType<typeof ask>>) => [
      media.instagram.video.max_duration,
      media.linkedin.video.max_duration,
      media.twitter.video.max_file_size,
      content.instagram.post_types.video_story?.max_video_duration,
      content.instagram.mediaRestrictions.video.max_file_size,
    ]
    expect([seconds(before), seconds(after)]).toEqual([
      [60, 600, 15_000_000, 15, 199_999_999],
      [900, 1800, 511_999_999, 60, 300_000_000],
    ])
  })

  it.skipIf(ffmpeg === null)('let a longer video be uploaded, checked and published', async () => {
    const bytes = film('long.mp4', ...moving(24, 62), ...h264)
    const { media } = await upload('film.mp4', bytes)
    expect((await checked(media)).instagram).toEqual(['The video must be at most 60 seconds long'])
    expect(await published('instagram', media)).toBe('post_has_problems')
    chooseMediaLimits('current')
    expect((await checked(media)).instagram).toEqual([])
    expect(await published('instagram', media)).toBe('live')
  })
})
