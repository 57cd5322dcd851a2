import { describe, expect, it } from 'vitest'
import type { ApprovedFile, ApprovedPost } from '../approvals/approved.ts'
import {
  type Circumstances,
  judgeDuplicates,
  judgePost,
  type Reported,
  type Seen,
  type SeenFile,
  type SeenPost,
} from './oracle.ts'

const dueAt = new Date('2026-05-04T10:00:00Z')
const later = (ms: number) => new Date(dueAt.getTime() + ms)

const file = (sha256: string): ApprovedFile => ({
  kind: 'image',
  sha256,
  altText: `Alt ${sha256}`,
  colour: null,
})
const seenFile = (sha256: string): SeenFile => ({
  kind: 'image',
  sha256,
  altText: `Alt ${sha256}`,
  colour: null,
})

const approved: ApprovedPost = {
  network: 'facebook',
  accountId: 'page',
  text: 'Fresh beans',
  links: [],
  comment: 'Come in',
  files: [file('a'), file('b'), file('c')],
  isStory: false,
  dueAt,
}
const post: SeenPost = {
  id: 'p1',
  text: 'Fresh beans',
  accountId: 'page',
  links: [],
  comments: ['Come in'],
  files: [seenFile('a'), seenFile('b'), seenFile('c')],
  isStory: false,
  at: later(50),
}
const seen: Seen = { posts: [post], strayComments: [], sends: [later(40)], hits: [] }
const live: Reported = { status: 'live', reason: null, externalId: 'p1', comment: 'added', liveIds: ['p1'] }
const failed: Reported = {
  status: 'publishing_failed',
  reason: 'rejected',
  externalId: null,
  comment: null,
  liveIds: [],
}
const nothing: Seen = { ...seen, posts: [] }
const usual: Circumstances = { mayGoOut: true, isChangedUnseen: false, isAnswerLost: false }

type Forged = {
  approved?: Partial<ApprovedPost>
  post?: Partial<SeenPost>
  seen?: Partial<Seen>
  reported?: Partial<Reported>
  usual?: Partial<Circumstances>
}
const judge = (forged: Forged = {}) =>
  judgePost(
    { ...approved, ...forged.approved },
    { ...seen, posts: [{ ...post, ...forged.post }], ...forged.seen },
    { ...live, ...forged.reported },
    { ...usual, ...forged.usual },
  )

describe('The oracle of the fault runs', () => {
  it('finds nothing wrong if the network has what was approved', () => {
    expect(judge()).toEqual([])
  })

  it.each<[string, Forged, string]>([
    ['another text', { post: { text: 'Stale beans' } }, 'another text: "Stale beans" for "Fresh beans"'],
    ['another account', { post: { accountId: 'other' } }, 'another account: "other" for "page"'],
    ['a story instead of a post', { post: { isStory: true } }, 'another kind of post: true for false'],
    [
      'no link',
      { approved: { links: ['https://a.test/'] } },
      'another list of links: [] for ["https://a.test/"]',
    ],
    [
      'links in another order',
      {
        approved: { links: ['https://a.test/', 'https://b.test/'] },
        post: { links: ['https://b.test/', 'https://a.test/'] },
      },
      'another list of links: ["https://b.test/","https://a.test/"] for ["https://a.test/","https://b.test/"]',
    ],
    ['a missing file', { post: { files: [seenFile('a'), seenFile('b')] } }, '2 files for 3'],
    [
      'a file that was damaged',
      { post: { files: [seenFile('a'), seenFile('x'), seenFile('c')] } },
      'file 1 is another file',
    ],
    [
      'files in another order',
      { post: { files: [seenFile('b'), seenFile('a'), seenFile('c')] } },
      'file 0 in another place',
    ],
    [
      'a photo without its alt text',
      { post: { files: [seenFile('a'), { ...seenFile('b'), altText: '' }, seenFile('c')] } },
      'file 1 with the alt text ""',
    ],
    ['a post before its time', { post: { at: later(-1) } }, 'before its time'],
    ['the comment twice', { post: { comments: ['Come in', 'Come in'] } }, 'commented twice'],
    ['another comment', { post: { comments: ['Go away'] } }, 'another comment'],
    ['no comment', { post: { comments: [] } }, 'comment reported and never made'],
    ['a comment on another post', { seen: { strayComments: ['Come in'] } }, 'commented on another post'],
    ['a comment that failed', { reported: { comment: 'failed' } }, 'comment there, but failed'],
    [
      'a comment that failed without a cause',
      { post: { comments: [] }, reported: { comment: 'failed' } },
      'comment failed without a cause',
    ],
    [
      'a comment never tried',
      { post: { comments: [] }, reported: { comment: 'pending' } },
      'comment due, but pending',
    ],
    ['the post twice', { seen: { posts: [post, { ...post, id: 'p2' }] } }, '2 times on the network'],
    [
      'a second call that the network refused',
      { seen: { sends: [later(40), later(60)] } },
      'sent again although it was there',
    ],
    ['a live post that is not there', { seen: { posts: [] } }, 'live, but not there'],
    ['a live post without an id', { reported: { externalId: null } }, 'live with the id null'],
    ['a live post with another id', { reported: { externalId: 'p9' } }, 'live with the id p9'],
    [
      'a publication without an id',
      { reported: { liveIds: [null] } },
      'its publication is live with the id null',
    ],
    ['two live publications', { reported: { liveIds: ['p1', 'p1'] } }, 'live twice'],
    ['a failure although it is there', { reported: failed }, 'there, but publishing_failed rejected'],
    ['a post that is still being published', { reported: { status: 'on_publishing' } }, 'still on its way'],
    ['a post that nobody approved', { usual: { mayGoOut: false } }, 'out although it must not be'],
  ])('reports %s', (_name, forged, violation) => {
    expect(judge(forged)).toContain(violation)
  })

  it('compares a converted photo by its colour', () => {
    const red = { ...file('a'), colour: [200, 10, 10] } as const
    const convertedTo = (r: number) => ({
      approved: { files: [red] },
      post: { files: [{ ...seenFile('a'), sha256: 'jpeg', colour: [r, 11, 9] as const }] },
    })
    expect(judge(convertedTo(203))).toEqual([])
    expect(judge(convertedTo(150))).toEqual(['file 0 is another file'])
  })

  it('requires no alt text in a story', () => {
    const story = { isStory: true, files: [{ ...seenFile('a'), altText: '' }] }
    expect(judge({ approved: { isStory: true, files: [file('a')] }, post: story })).toEqual([])
  })

  describe('reports an ending without a cause:', () => {
    const ending = (reported: Partial<Reported>, hits: Seen['hits'], own: Partial<Circumstances> = {}) =>
      judgePost(approved, { ...nothing, hits }, { ...failed, ...reported }, { ...usual, ...own })

    it.each<[string, Partial<Reported>, Seen['hits'], Partial<Circumstances>]>([
      ['a refusal', {}, [], {}],
      ['a refusal after a mere error', {}, ['error_before'], {}],
      ['a rate limit that soon ends', { reason: 'limit_reached' }, ['rate_limited'], {}],
      ['a lost access that was never refused', { reason: 'reconnect_needed' }, ['lost_answer'], {}],
      [
        'an unconfirmed post although the account can be read',
        { reason: 'unconfirmed' },
        ['lost_answer'],
        {},
      ],
      ['an unconfirmed post after a single error', { reason: 'unconfirmed' }, ['error_before'], {}],
      ['an unconfirmed post although no answer was lost', { reason: 'unconfirmed' }, ['readback_down'], {}],
      ['a change that nobody made', { reason: 'content_changed' }, [], {}],
      ['a post that stays as it was', { status: 'approved', reason: null }, [], {}],
      ['a refusal of a post that was withdrawn', {}, [], { mayGoOut: false }],
    ])('%s', (_name, reported, hits, own) => {
      const { status, reason } = { ...failed, ...reported }
      expect(ending(reported, hits, own)).toEqual([`${status} ${reason} without a cause`])
    })

    it.each<[string, Partial<Reported>, Seen['hits'], Partial<Circumstances>]>([
      ['access was revoked', { reason: 'reconnect_needed' }, ['revoked'], {}],
      ['the account could not be read', { reason: 'unconfirmed' }, ['lost_answer', 'readback_down'], {}],
      [
        'a worker died and the account could not be read',
        { reason: 'unconfirmed' },
        ['readback_down'],
        { isAnswerLost: true },
      ],
      [
        'a worker died and the second call failed',
        { reason: 'unconfirmed' },
        ['error_before'],
        { isAnswerLost: true },
      ],
      ['its text had changed', { reason: 'content_changed' }, [], { mayGoOut: false, isChangedUnseen: true }],
      ['it was withdrawn', { status: 'approved', reason: null }, [], { mayGoOut: false }],
    ])('but not if %s', (_name, reported, hits, own) => {
      expect(ending(reported, hits, own)).toEqual([])
    })
  })
})

describe('The oracle for two posts with the same content', () => {
  const first = { ...approved, files: [file('a')] }
  const second = { ...approved, files: [file('d')] }
  const one = { ...post, files: [seenFile('a')] }
  const other = { ...post, id: 'p2', files: [seenFile('d')] }
  const otherLive = { ...live, externalId: 'p2' }
  const both = (own: { seen?: Partial<Seen>; reported?: readonly Reported[] } = {}) =>
    judgeDuplicates(
      [first, second],
      { ...seen, posts: [one, other], ...own.seen },
      own.reported ?? [live, otherLive],
    )

  it('finds nothing wrong if both are there', () => {
    expect(both()).toEqual([])
  })

  it.each<[string, Parameters<typeof both>[0], string]>([
    ['one of them lost', { seen: { posts: [one] } }, '2 live, 1 there'],
    [
      'one of them twice',
      { seen: { posts: [one, other, { ...other, id: 'p3' }] } },
      '3 there, 2 live and 0 unconfirmed',
    ],
    ['two with one id', { reported: [live, live] }, 'two live with one id'],
    [
      'an id that is not there',
      { reported: [live, { ...otherLive, externalId: 'p9' }] },
      'live with an id that is not there',
    ],
    [
      'a file of neither',
      { seen: { posts: [one, { ...other, files: [seenFile('x')] }] } },
      'file 0 is another file',
    ],
    ['a failure without a cause', { reported: [live, failed] }, 'publishing_failed rejected without a cause'],
    [
      'one that is published forever',
      { reported: [live, { ...failed, status: 'on_publishing' }] },
      'still on its way',
    ],
    [
      'a comment that is not there',
      { seen: { posts: [one, { ...other, comments: [] }] } },
      'comment reported and never made',
    ],
    [
      'a comment twice',
      { seen: { posts: [one, { ...other, comments: ['Come in', 'Come in'] }] } },
      'commented twice',
    ],
  ])('reports %s', (_name, forged, violation) => {
    expect(both(forged)).toContain(violation)
  })
})
