import { describe, expect, it, test } from 'vitest'
import { socialNetworks } from './model.ts'
import { barredFromApproval, networks, takesMessage, typesTakenBy } from './network.ts'

test.each([
  ['facebook', 63206],
  ['twitter', 280],
  ['linkedin', 3000],
  ['instagram', 2200],
] as const)('a message on %s has at most %d characters', (network, max) => {
  expect(networks[network].message.max).toBe(max)
})

test.each(socialNetworks)('%s is listed under its own name', name => {
  expect(networks[name].name).toBe(name)
  expect(networks[name].colorToken).toBe(`network-${name}`)
})

describe('the types that a network accepts', () => {
  it('leave out multi_photo and animated_gif on Twitter', () => {
    expect(typesTakenBy('twitter')).toEqual(['link', 'single_photo', 'single_video', 'text'])
  })

  it('include stories only on Facebook and Instagram', () => {
    expect(socialNetworks.filter(name => typesTakenBy(name).includes('photo_story'))).toEqual([
      'facebook',
      'instagram',
    ])
  })

  it('need a picture or a video on Instagram', () => {
    const rules = Object.values(networks.instagram.types)
    expect(rules.every(rule => rule.minFiles > 0)).toBe(true)
  })

  test.each(socialNetworks)('allow at least as many files as they require, on %s', name => {
    const rules = Object.values(networks[name].types)
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.filter(rule => rule.minFiles > rule.maxFiles)).toEqual([])
    expect(rules.filter(rule => (rule.kinds.length === 0) !== (rule.maxFiles === 0))).toEqual([])
    expect(rules.some(rule => rule.kinds.includes('gif'))).toBe(networks[name].gif !== null)
  })
})

test('a story carries no text', () => {
  expect(takesMessage('instagram', 'photo_story')).toBe(false)
  expect(takesMessage('facebook', 'video_story')).toBe(false)
  expect(takesMessage('facebook', 'single_photo')).toBe(true)
  expect(takesMessage('twitter', 'photo_story')).toBe(false)
})

test('a post of a type that its network does not accept still shows its text', () => {
  expect(takesMessage('twitter', 'multi_photo')).toBe(true)
  expect(takesMessage('instagram', 'text')).toBe(true)
})

describe('approval', () => {
  it('is barred by Twitter', () => {
    expect(barredFromApproval(['facebook', 'twitter'], {})).toEqual(['twitter'])
    expect(barredFromApproval(['facebook', 'twitter'], { 'twitter-approval': 'false' })).toEqual(['twitter'])
    expect(barredFromApproval(['facebook', 'instagram', 'linkedin'], {})).toEqual([])
  })

  it('is possible for Twitter if the project allows it', () => {
    expect(barredFromApproval(['twitter'], { 'twitter-approval': 'true' })).toEqual([])
  })
})
