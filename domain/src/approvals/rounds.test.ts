import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Actor } from '#domain/permissions/can.ts'
import { roles } from '#domain/permissions/table.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { type ApprovalStatus, type ApprovalType, approvalTypes } from '#domain/posts/status.ts'
import {
  approvalObstacle,
  followersOf,
  isLedByMaster,
  isRoundApproved,
  masterOf,
  maySeeRound,
  type OpenRound,
  openRound,
  type RoundApprover,
  revisionObstacle,
} from './rounds.ts'

const seen = 'digest of the present content'
const chosen = (userId: number, contentDigest: string | null = null): RoundApprover => ({
  userId,
  isChosen: true,
  contentDigest,
})
const other = (userId: number, contentDigest: string | null = null): RoundApprover => ({
  userId,
  isChosen: false,
  contentDigest,
})
const round = (approvers: RoundApprover[], type: ApprovalType = 'internal'): OpenRound => ({
  type,
  approvers,
  digest: seen,
})
const asks = { isSingleRound: false, byAdmin: false }

describe('an approval round', () => {
  test.each<[string, RoundApprover[], boolean, boolean]>([
    ['nobody was chosen and nobody approved', [], false, false],
    ['nobody was chosen and one person approved', [other(1, seen)], true, true],
    ['one of two chosen people approved', [chosen(1, seen), chosen(2)], false, true],
    ['both chosen people approved', [chosen(1, seen), chosen(2, seen)], true, true],
    ['only someone who was not chosen approved', [chosen(1), other(2, seen)], false, false],
    ['other content was approved', [other(1, 'older')], false, false],
    ['one of the two approvals was of other content', [chosen(1, seen), chosen(2, 'older')], false, true],
  ])('is approved or stays open by the rules when %s', (_, approvers, ofEach, ofOne) => {
    expect(isRoundApproved(round(approvers), asks)).toBe(ofEach)
    expect(isRoundApproved(round(approvers), { ...asks, isSingleRound: true })).toBe(ofOne)
  })

  it('needs every chosen client even if one internal approver is enough', () => {
    const approvers = [chosen(1, seen), chosen(2)]
    expect(isRoundApproved(round(approvers, 'external'), { isSingleRound: true, byAdmin: false })).toBe(false)
  })

  const approversOf = fc.array(
    fc.record({
      userId: fc.nat(20),
      isChosen: fc.boolean(),
      contentDigest: fc.constantFrom(null, seen, 'older'),
    }),
  )
  const roundOf = fc.record({
    type: fc.constantFrom(...approvalTypes),
    approvers: approversOf,
    digest: fc.constant(seen),
  })

  it('is closed by an admin’s approval no matter who was chosen', () => {
    fc.assert(
      fc.property(roundOf, fc.boolean(), (any, isSingleRound) =>
        isRoundApproved(any, { isSingleRound, byAdmin: true }),
      ),
    )
  })

  it('is never closed by approvals of other content', () => {
    fc.assert(
      fc.property(roundOf, fc.boolean(), (any, isSingleRound) => {
        const stale = any.approvers.map(approver => ({
          ...approver,
          contentDigest: approver.contentDigest && 'older',
        }))
        return !isRoundApproved({ ...any, approvers: stale }, { isSingleRound, byAdmin: false })
      }),
    )
  })

  it('is not reopened by another approval', () => {
    fc.assert(
      fc.property(roundOf, fc.boolean(), (any, isSingleRound) => {
        const options = { isSingleRound, byAdmin: false }
        const more = any.approvers.map(approver => ({ ...approver, contentDigest: seen }))
        return !isRoundApproved(any, options) || isRoundApproved({ ...any, approvers: more }, options)
      }),
    )
  })
})

const actors: Record<string, Actor> = {
  super: { role: 'super-admin' },
  admin: { role: 'agency-admin' },
  creator: { role: 'content-creator' },
  manager: { role: 'content-creator', isContentManager: true },
  internal: { role: 'internal-approver' },
  external: { role: 'external-approver' },
  nobody: { role: null },
}
const me = 7

const refusals = (approvers: RoundApprover[], type: ApprovalType) =>
  Object.fromEntries(
    Object.entries(actors).flatMap(([name, actor]) => {
      const obstacle = approvalObstacle(actor, me, round(approvers, type))
      return obstacle === null ? [] : [[name, obstacle]]
    }),
  )
const forbidden = (...names: string[]) => Object.fromEntries(names.map(name => [name, 'forbidden']))

describe('approving', () => {
  it('is allowed for internal approvers and admins if nobody was chosen for the internal round', () => {
    expect(refusals([], 'internal')).toEqual(forbidden('creator', 'manager', 'external', 'nobody'))
  })

  it('is allowed for clients and admins if nobody was chosen for the external round', () => {
    expect(refusals([], 'external')).toEqual(forbidden('creator', 'manager', 'internal', 'nobody'))
  })

  it('is allowed for chosen people, content managers included, and always for admins', () => {
    const own = [chosen(me), chosen(8)]
    expect(refusals(own, 'internal')).toEqual(forbidden('creator', 'external', 'nobody'))
    expect(refusals(own, 'external')).toEqual(forbidden('creator', 'manager', 'internal', 'nobody'))
  })

  it('is not allowed for people with the right role if others were chosen', () => {
    expect(refusals([chosen(8)], 'internal')).toEqual({
      ...forbidden('creator', 'manager', 'external', 'nobody'),
      internal: 'not_your_turn',
    })
    expect(refusals([chosen(8), other(me)], 'external')).toEqual({
      ...forbidden('creator', 'manager', 'internal', 'nobody'),
      external: 'not_your_turn',
    })
  })

  it('is not allowed twice for the same content, but is for newer content', () => {
    const internal: Actor = { role: 'internal-approver' }
    expect(approvalObstacle(internal, me, round([chosen(me, seen), chosen(8)]))).toBe('already_decided')
    expect(approvalObstacle(internal, me, round([chosen(me, 'older'), chosen(8)]))).toBeNull()
  })
})

describe('requesting a revision', () => {
  const allowed = (type: ApprovalType, approvers: RoundApprover[]) =>
    Object.keys(actors).filter(
      name => revisionObstacle(actors[name] ?? { role: null }, me, round(approvers, type)) === null,
    )

  it('is allowed for those who decide the round, and for content managers in the internal one', () => {
    expect(allowed('internal', [])).toEqual(['super', 'admin', 'manager', 'internal'])
    expect(allowed('external', [])).toEqual(['super', 'admin', 'external'])
  })

  it('is allowed only for chosen people and admins, even after they have approved', () => {
    expect(allowed('internal', [chosen(8)])).toEqual(['super', 'admin'])
    expect(allowed('internal', [chosen(me, seen), chosen(8)])).toEqual([
      'super',
      'admin',
      'manager',
      'internal',
    ])
    expect(revisionObstacle({ role: 'internal-approver' }, me, round([chosen(8)]))).toBe('not_your_turn')
  })
})

test('everyone except external approvers sees the internal round', () => {
  expect(roles.filter(role => !maySeeRound({ role }, 'internal'))).toEqual(['external-approver'])
  expect(roles.every(role => maySeeRound({ role }, 'external'))).toBe(true)
  expect(maySeeRound({ role: null }, 'internal')).toBe(true)
})

describe('master content', () => {
  const networks: SocialNetwork[] = ['facebook', 'instagram', 'linkedin']
  const versions = (...statuses: PostSocialStatus[]) =>
    statuses.map((status, index) => ({ id: index + 1, status, social_network: networks[index] ?? 'twitter' }))
  const ids = (list: { id: number }[]) => list.map(({ id }) => id)
  const none = new Set<number>()

  it('is the version of the named network, if the post has it', () => {
    const socials = versions('draft', 'draft')
    expect(masterOf(socials, 'instagram')?.id).toBe(2)
    expect(masterOf(socials, 'linkedin')).toBeNull()
    expect(masterOf(socials, null)).toBeNull()
  })

  it('decides for every version that has got as far', () => {
    const [facebook, ...others] = versions('approved', 'approved', 'live')
    const socials = [facebook, ...others].filter(social => social !== undefined)
    const [master] = socials
    if (!master) throw new Error('no master')
    expect(ids(followersOf(master, socials, { masterNetwork: 'facebook', withOpenRound: none }))).toEqual([2])
    expect(ids(followersOf(master, socials, { masterNetwork: 'instagram', withOpenRound: none }))).toEqual([])
    expect(ids(followersOf(master, socials, { masterNetwork: null, withOpenRound: none }))).toEqual([])
  })

  it('does not decide for a version that has an open round of the other kind', () => {
    const socials = versions('pending_internal_approval', 'pending_external_approval')
    const master = socials[1]
    if (!master) throw new Error('no master')
    const facts = { masterNetwork: 'instagram', withOpenRound: new Set([1, 2]) } as const
    expect(ids(followersOf(master, socials, facts))).toEqual([])
    expect(ids(followersOf(master, socials, { ...facts, withOpenRound: new Set([2]) }))).toEqual([1])
  })

  it('leaves no version undecidable when the setting changes during the approval', () => {
    const socials = versions(
      'pending_internal_approval',
      'pending_internal_approval',
      'pending_internal_approval',
    )
    const [decided] = socials
    if (!decided) throw new Error('no version')
    const facts = { masterNetwork: null, withOpenRound: new Set([1, 3]) }
    expect(ids(followersOf(decided, socials, facts))).toEqual([2])
  })
})

describe('The open round of a version', () => {
  it('is the one that has not been closed', () => {
    const rounds = [{ status: 'approved' as const }, { status: 'open' as const }]
    expect(openRound(rounds)).toBe(rounds[1])
  })

  it('does not exist before the first round and after the last', () => {
    expect(openRound([])).toBeNull()
    expect(openRound([{ status: 'superseded' }])).toBeNull()
  })
})

describe('A version of a post with master content', () => {
  const version = (id: number, ...statuses: ApprovalStatus[]) => ({
    id,
    rounds: statuses.map(status => ({ status })),
  })

  test.each<[string, ReturnType<typeof version>, ReturnType<typeof version> | null, boolean]>([
    ['is decided on the master while its round is open', version(1), version(2, 'open'), true],
    ['is decided on the master even with a round of its own', version(1, 'open'), version(2, 'open'), true],
    ['follows a master that is decided already', version(1), version(2, 'approved'), true],
    ['closes its own round if the master has none open', version(1, 'open'), version(2, 'approved'), false],
    ['is decided by itself if it is the master', version(2, 'open'), version(2, 'open'), false],
    ['is decided by itself without a master', version(1, 'open'), null, false],
  ])('%s', (_, own, master, isLed) => {
    expect(isLedByMaster(own, master)).toBe(isLed)
  })
})
