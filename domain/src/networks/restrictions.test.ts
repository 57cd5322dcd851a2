import { describe, expect, it, test } from 'vitest'
import { socialNetworks } from './model.ts'
import { typesTakenBy } from './network.ts'
import { socialContentRestrictions, socialMediaRestrictions } from './restrictions.ts'

const [content, media] = [socialContentRestrictions(), socialMediaRestrictions()]

describe('the content restrictions', () => {
  it.each(socialNetworks)('of %s name every type it accepts and no other', network => {
    expect(Object.keys(content[network].post_types)).toEqual(typesTakenBy(network))
    expect(content[network].mediaRestrictions).toEqual(media[network])
  })

  it('carry the limits of each network', () => {
    expect(content.instagram.message).toEqual({
      max_length: 2200,
      max_first_comment_length: 2200,
      max_mediafiles: 10,
    })
    expect(content.facebook.cards).toEqual({ min_cards: 3, max_cards: 5 })
    expect(content.facebook.post_types.multi_photo?.max_mediafiles).toBe(6)
    expect(content.linkedin.post_types.multi_photo?.max_mediafiles).toBe(9)
    expect(content.twitter.message.max_mediafiles).toBe(4)
    expect(content.twitter.cards).toBeNull()
    expect(content.instagram.link).toBeNull()
  })

  it('say which types forbid autoposting or need a short video', () => {
    expect(content.instagram.post_types.video_story).toMatchObject({
      is_autoposting_allowed: false,
      max_video_duration: 15,
    })
    expect(content.instagram.post_types.single_video).toMatchObject({
      is_autoposting_allowed: true,
      max_video_duration: 60,
    })
    expect(content.facebook.post_types.photo_story).toMatchObject({
      is_autoposting_allowed: true,
      max_video_duration: null,
    })
  })
})

describe('the media restrictions', () => {
  it('carry the limits of each network', () => {
    expect(media.facebook.image).toEqual({
      valid_file_type: ['jpg', 'jpeg', 'png'],
      max_file_size: 10_000_000,
      min_width: 600,
      min_height: 315,
      max_width: null,
      max_height: null,
    })
    expect(media.instagram.image).toMatchObject({ min_width: 320, max_width: 1080, max_height: 1080 })
    expect(media.linkedin.video).toMatchObject({ min_duration: 3, max_duration: 600, max_width: 4096 })
    expect(media.twitter.video).toMatchObject({ max_file_size: 15_000_000, min_duration: 0.5 })
  })

  it('put the editor’s cap before a larger limit of the network', () => {
    expect(media.facebook.video.max_file_size).toBe(199_999_999)
    expect(media.instagram.video.max_file_size).toBe(199_999_999)
  })
})

test('both survive JSON unchanged', () => {
  expect(JSON.parse(JSON.stringify(content))).toEqual(content)
  expect(JSON.parse(JSON.stringify(media))).toEqual(media)
})
