import { expect, it } from 'vitest'
import { socialNetworks } from '#domain/networks/model.ts'
import type { InstallationStatus } from './contract.ts'
import { findProblems } from './problems.ts'

const now = new Date('2026-06-01T08:00:00.000Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
const nothing = { count: 0, since: null }

const calm: InstallationStatus = {
  version: '1.0.0',
  read_at: now.toISOString(),
  networks: socialNetworks.map(social_network => ({
    social_network,
    due: { count: 3, since: secondsAgo(120) },
    unknown: 10,
    live: 5,
    failed: 5,
    limited: 1,
    limited_until: secondsAgo(-60),
    accounts_to_reconnect: 2,
    figures: { count: 3, since: secondsAgo(7200) },
  })),
  queues: [{ name: 'send-mail', running: 2, due: { count: 1, since: secondsAgo(900) } }],
  mails: { count: 4, since: secondsAgo(1800) },
  failed_mails: { count: 0, latest: [] },
  holds: 0,
  backups: { last_good_at: secondsAgo(3600), missing_files: 0, problem: null, is_late: false },
  disks: [{ holds: 'data', free_bytes: 9, total_bytes: 10, is_full: false }],
}
const textsOf = (change: Partial<InstallationStatus>) =>
  findProblems({ ...calm, ...change }).map(({ text }) => text)

it('An installation in which nothing has waited too long has no problem', () => {
  expect(textsOf({})).toEqual([])
  expect(textsOf({ backups: null, networks: [], queues: [], mails: nothing })).toEqual([])
})

it('Each thing that waits a second longer, or is wrong, is said', () => {
  const [facebook] = calm.networks
  if (!facebook) throw new Error('there are networks')
  const late = { ...facebook, due: { count: 3, since: secondsAgo(121) } }
  expect(textsOf({ networks: [late] })).toEqual(['3 posts to Facebook should have gone out.'])
  expect(textsOf({ networks: [{ ...facebook, unknown: 11 }] })).toEqual([
    'The answers to 11 posts on Facebook are lost.',
  ])
  const unread = { ...facebook, figures: { count: 1, since: secondsAgo(7201) } }
  expect(textsOf({ networks: [unread] })).toEqual(['The figures of 1 account on Facebook are late.'])
  const queue = { name: 'send-mail', running: 0, due: { count: 2, since: secondsAgo(901) } }
  expect(textsOf({ queues: [queue] })).toEqual(['2 jobs of send-mail should have begun.'])
  expect(textsOf({ mails: { count: 1, since: secondsAgo(1801) } })).toEqual(['1 mail should have been sent.'])
  expect(textsOf({ failed_mails: { count: 1, latest: [] } })).toEqual(['1 mail could not be delivered.'])
  expect(textsOf({ holds: 1 })).toEqual(['Publishing is held by 1 hold.'])
  expect(textsOf({ disks: [{ holds: 'uploads', free_bytes: 0, total_bytes: 9, is_full: true }] })).toEqual([
    'The disk of uploads under way is full.',
  ])
})

it('Of backups the worst is said alone', () => {
  const backups = { last_good_at: null, missing_files: 2, problem: 'the disk is full', is_late: true }
  expect(textsOf({ backups })).toEqual(['The last good backup is older than it should be.'])
  expect(textsOf({ backups: { ...backups, is_late: false } })).toEqual([
    'The latest backup failed: the disk is full',
  ])
  expect(textsOf({ backups: { ...backups, is_late: false, problem: null } })).toEqual([
    'The last backup lacks 2 files.',
  ])
})
