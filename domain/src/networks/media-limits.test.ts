import { afterEach, describe, expect, it } from 'vitest'
import { videoTarget } from '#domain/media/video-conversion.ts'
import { chooseMediaLimits, isOverEditorVideoCap, type MediaLimits } from './media-limits.ts'
import { fileProblems } from './media-rules.ts'
import type { MediaFile, PostType, SocialNetwork } from './model.ts'
import { socialContentRestrictions, socialMediaRestrictions } from './restrictions.ts'

const video = (bytes: number, seconds: number): MediaFile => ({
  kind: 'video',
  contentType: 'video/mp4',
  bytes,
  width: 1280,
  height: 720,
  seconds,
})

describe('The limits of videos', () => {
  afterEach(() => chooseMediaLimits('document'))

  it.each<[MediaLimits, number]>([
    ['document', 200_000_000],
    ['current', 512_000_000],
  ])('of %s end the editor’s at %d bytes', (limits, cap) => {
    chooseMediaLimits(limits)
    expect([isOverEditorVideoCap(cap - 1), isOverEditorVideoCap(cap)]).toEqual([false, true])
    const [problem] = fileProblems('linkedin', 'single_video', video(cap, 60))
    expect(problem?.text).toBe(`The size of the video file must be less than ${cap / 1_000_000} MB`)
  })

  it.each<[SocialNetwork, PostType, MediaFile, Record<MediaLimits, string | undefined>]>([
    [
      'twitter',
      'single_video',
      video(400_000_000, 100),
      { document: 'video_over_editor_cap', current: undefined },
    ],
    ['twitter', 'single_video', video(16_000_000, 100), { document: 'file_too_big', current: undefined }],
    [
      'twitter',
      'single_video',
      video(1_000_000, 141),
      { document: 'video_too_long', current: 'video_too_long' },
    ],
    ['instagram', 'single_video', video(1_000_000, 900), { document: 'video_too_long', current: undefined }],
    [
      'instagram',
      'single_video',
      video(1_000_000, 901),
      { document: 'video_too_long', current: 'video_too_long' },
    ],
    [
      'instagram',
      'single_video',
      video(300_000_001, 60),
      { document: 'video_over_editor_cap', current: 'file_too_big' },
    ],
    ['instagram', 'video_story', video(1_000_000, 60), { document: 'video_too_long', current: undefined }],
    [
      'instagram',
      'media_carousel',
      video(1_000_000, 61),
      { document: 'video_too_long', current: 'video_too_long' },
    ],
    ['linkedin', 'single_video', video(1_000_000, 1800), { document: 'video_too_long', current: undefined }],
    ['facebook', 'single_video', video(1_000_000, 2400), { document: 'video_too_long', current: undefined }],
  ])('of %s for a %s hold as they were chosen', (network, type, file, expected) => {
    const found = (['document', 'current'] as const).map(limits => {
      chooseMediaLimits(limits)
      return [limits, fileProblems(network, type, file)[0]?.code]
    })
    expect(Object.fromEntries(found)).toEqual(expected)
  })

  it('are handed to clients as they were chosen, and decide what is converted', () => {
    chooseMediaLimits('current')
    expect(socialMediaRestrictions().twitter.video.max_file_size).toBe(511_999_999)
    expect(socialMediaRestrictions().instagram.video).toMatchObject({
      max_file_size: 300_000_000,
      max_duration: 900,
    })
    const { post_types } = socialContentRestrictions().instagram
    expect(post_types.video_story?.max_video_duration).toBe(60)
    expect(videoTarget('twitter', 'single_video', video(16_000_000, 100))).toBeNull()
    chooseMediaLimits('document')
    expect(videoTarget('twitter', 'single_video', video(16_000_000, 100))).toMatchObject({
      maxBytes: 15_000_000,
    })
  })
})
