import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { checkVersions } from './doctor-networks.ts'

const at = (day: string, versions: Record<string, string>) =>
  checkVersions(readConfig(versions), new Date(`${day}T12:00:00Z`)).map(
    ({ state, text }) => `${state}: ${text}`,
  )

it('The doctor warns two months before a version of an API ends, and says when it has ended', () => {
  const versions = { FACEBOOK_VERSION: 'v21.0', LINKEDIN_VERSION: '202601' }
  expect(at('2026-11-01', versions)).toEqual([
    'fine: v21.0, until 2027-01-21',
    'fine: 202601, until 2027-01-15',
  ])
  expect(at('2026-11-27', versions)).toEqual([
    'note: v21.0 ends on 2027-01-21',
    'note: 202601 ends on 2027-01-15',
  ])
  expect(at('2027-01-22', versions)).toEqual([
    'wrong: v21.0 ended on 2027-01-21',
    'wrong: 202601 ended on 2027-01-15',
  ])
})

it('A version of which no end is announced is fine, and one of LinkedIn lasts a year', () => {
  expect(at('2026-11-27', { FACEBOOK_VERSION: 'v27.0', LINKEDIN_VERSION: '202609' })).toEqual([
    'fine: v27.0, whose end is not announced',
    'fine: 202609, until 2027-09-15',
  ])
})
