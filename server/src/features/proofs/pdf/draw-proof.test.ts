import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { type ProofPost, type ProofVersion, proofStandings, type SharedProof } from '#domain/proofs/model.ts'
import { makeSheet } from '#server/platform/pdf/sheet.ts'
import { readPdf } from '#testing/files/pdf.ts'
import { drawProof } from './draw-proof.ts'

const FOOT = 'June · Bluebird · Harbor'
const at = new Date('2026-06-01T08:00:00Z')
const proofOf = (posts: readonly ProofPost[]): SharedProof => ({
  posts: [...posts],
  has_more: false,
  accounts: [],
  project_name: 'Harbor',
  agency_name: 'Bluebird',
  timezone: 'Europe/Berlin',
  look: { accent: '#7a3cff', agency_logo: null, project_logo: null },
  title: 'June',
  from: '2026-06-01',
  to: '2026-06-30',
  has_comments: true,
  frozen_at: null,
  expires_at: '2026-12-01T00:00:00.000Z',
})

const { clean } = makeSheet({
  paper: 'a4',
  title: '',
  author: '',
  at,
  accent: { surface: '#000000', text: '#000000' },
})

const picture = new Uint8Array(
  await sharp({ create: { width: 60, height: 90, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer(),
)
const draw = (proof: SharedProof) =>
  drawProof({ proof, language: 'en', paper: 'a4', at }, async address =>
    address.includes('gone') ? null : picture,
  )

const address = fc
  .nat({ max: 30 })
  .map(number => `/media/${number % 5 === 0 ? 'gone' : 'key'}${number}/medium`)
const attachment = address.map(path => ({
  id: 1,
  object_type: 'image' as const,
  object_data: {
    public_url: path,
    content_type: 'image/jpeg',
    previews: { small: path, medium: path, original: path },
    options: { width: 60, height: 90, ratio: 0.67, type: 'image' as const, duration: null },
  },
  thumbnail_object_data: null,
  description: 'media' as const,
  extra_fields: {},
}))
const word = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-zäöüß]{1,12}$/) },
  fc.constantFrom('שלום', 'مرحبا', '日本語', '🎉', '👩🏽‍🍳', '(brackets)', '\\', 'Łódź'),
)
const lines = (most: number) =>
  fc.array(
    fc.array(word, { maxLength: most }).map(words => words.join(' ')),
    { minLength: 1, maxLength: 6 },
  )
const message = fc.oneof({ weight: 6, arbitrary: lines(20) }, lines(600)).map(all => all.join('\n'))
const version = fc.record({
  id: fc.nat(),
  social_network: fc.constantFrom(...socialNetworks),
  type: fc.constant('multi_photo' as const),
  standing: fc.constantFrom(...proofStandings),
  message,
  first_comment: fc.constantFrom('', 'Come in'),
  mentions: fc.constant<ProofVersion['mentions']>([]),
  attachments: fc.array(attachment, { maxLength: 12 }),
  linked_page: fc.constant(null),
  published_at: fc.constant(null),
  permalink: fc.constant(null),
  comments: fc.array(
    fc.record({ at: fc.constant(at.toISOString()), by: fc.constantFrom(null, 'Clara'), message }),
    { maxLength: 2 },
  ),
})
const day = fc.integer({ min: 0, max: 2 })
const posts = fc.array(
  fc.record({
    id: fc.nat(),
    scheduled_at: fc.option(day.map(days => new Date(at.getTime() + days * 86_400_000).toISOString())),
    versions: fc.array(version, { minLength: 1, maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 12 },
)

/** All that is printed, without spaces and without the foot of each page. */
const printed = (pages: readonly string[]): string => {
  const foot = new RegExp(`${FOOT.replace(/\s/g, '')}Page\\d+of\\d+$`)
  return pages.map(page => page.replace(/\s/g, '').replace(foot, '')).join('')
}
const asPrinted = (text: string): string[] =>
  text.split('\n').flatMap(line => {
    const words = clean(line).replace(/\s/g, '')
    return words === '' ? (line.trim() === '' ? [] : ['…']) : [words]
  })

describe('A proof on paper', () => {
  it('has every text whole and every post and version as a heading, whatever they are like', async () => {
    await fc.assert(
      fc.asyncProperty(posts, async posts => {
        const { pages, structure } = readPdf(await draw(proofOf(posts)))
        const text = printed(pages)
        const versions = posts.flatMap(post => post.versions)
        for (const { message, comments, first_comment, social_network } of versions) {
          expect(text).toContain(asPrinted(message).join(''))
          for (const comment of comments) expect(text).toContain(asPrinted(comment.message).join(''))
          expect(text).toContain(first_comment.replace(' ', ''))
          expect(text).toContain(networkNames[social_network])
        }
        const count = (type: string) => structure.match(new RegExp(`/S /${type}\n`, 'g'))?.length ?? 0
        expect([count('H3'), count('H4')]).toEqual([posts.length, versions.length])
        expect(count('Figure')).toBe(
          versions.reduce((sum, { attachments }) => sum + Math.min(10, attachments.length), 0),
        )
        expect(count('Table')).toBe(posts.some(({ scheduled_at }) => scheduled_at !== null) ? 1 : 0)
      }),
      { numRuns: 15 },
    )
  })

  it.each([
    ['\u200b', false],
    ['Come in', true],
  ])('has a first comment of %j: %s', async (first_comment, isPrinted) => {
    const [given] = fc.sample(version, 1)
    if (!given) throw new Error('No version')
    const versions = [{ ...given, social_network: 'facebook' as const, message: 'Bread', first_comment }]
    const { pages } = readPdf(await draw(proofOf([{ id: 1, scheduled_at: null, versions }])))
    expect(printed(pages).includes('Firstcomment')).toBe(isPrinted)
  })
})
