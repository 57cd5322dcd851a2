import { beforeEach, expect, test } from 'vitest'
import { rememberNetworks, usualNetworks } from './usual-networks.ts'

const all = ['facebook', 'instagram', 'linkedin', 'twitter'] as const

beforeEach(() => localStorage.clear())

test('a first post starts with the connected networks that take part in approval', () => {
  expect(usualNetworks(1, 3, all)).toEqual(['facebook', 'instagram', 'linkedin'])
  expect(usualNetworks(1, 3, ['twitter'])).toEqual([])
})

test('a later post starts with the networks of the last one, of this person and project', () => {
  rememberNetworks(1, 3, ['twitter', 'facebook'])
  expect(usualNetworks(1, 3, all)).toEqual(['facebook', 'twitter'])
  expect(usualNetworks(2, 3, all)).toEqual(['facebook', 'instagram', 'linkedin'])
  expect(usualNetworks(1, 4, all)).toEqual(['facebook', 'instagram', 'linkedin'])
})

test('networks that are no longer connected are left out, and damaged memory is ignored', () => {
  rememberNetworks(1, 3, ['twitter', 'facebook'])
  expect(usualNetworks(1, 3, ['facebook', 'linkedin'])).toEqual(['facebook'])
  localStorage.setItem('galley-networks-1-3', '{')
  expect(usualNetworks(1, 3, ['linkedin'])).toEqual(['linkedin'])
})
