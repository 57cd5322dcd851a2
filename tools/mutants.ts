import type { Plugin } from 'vite'
import type { Cell } from '#testing/publishing/faults.ts'
import { lateTrouble } from '#testing/publishing/troubles.ts'

/** A line of the product that is replaced. `find` is in the file exactly once. */
export type Edit = { readonly file: string; readonly find: string; readonly replace: string }

/** The product with a defect that the fault runs must see. `seenAs`: what the oracle says of it. `of`: the posts that it is about, if not all. */
export type Mutant = {
  readonly name: string
  readonly seenAs: RegExp
  readonly edits: readonly Edit[]
  readonly of?: Partial<Cell>
}

const engine = 'server/src/features/publishing/engine'
const facebook = 'server/src/networks/facebook'
const reels = { network: 'facebook', type: 'single_video', isUpright: true } as const

const one = (name: string, seenAs: RegExp, file: string, find: string, replace: string): Mutant => ({
  name,
  seenAs,
  edits: [{ file, find, replace }],
})

/**
 * Defects that publishing could have, each a small change of its text. They are made while the tests load the product (`mutation`), so that
 * the product knows nothing of them.
 */
export const mutants: readonly Mutant[] = [
  one(
    'Twitter refuses every post',
    /publishing_failed rejected without a cause/,
    'server/src/networks/twitter/twitter.ts',
    'return length > max',
    'return length > 0',
  ),
  one(
    'first comment reported and never made',
    /comment reported and never made/,
    `${engine}/first-comment.ts`,
    'network.addFirstComment(delivery.account, externalId, firstComment, mentions),',
    `Promise.resolve({ kind: 'added', externalId: network && mentions && firstComment } as const),`,
  ),
  one(
    'a photo dropped',
    /\d files for \d/,
    `${engine}/post-content.ts`,
    `media: of('media').flatMap(row => mediaOf(services, row, savePrepared)),`,
    `media: of('media').flatMap((row, index) => (index === 1 ? [] : mediaOf(services, row, savePrepared))),`,
  ),
  one(
    'lost answer sent again blindly',
    /sent again although it was there/,
    `${engine}/attempt.ts`,
    `    case 'unknown':
      await markUnknown(publisher, publication, outcome.response)`,
    `    case 'unknown':
      await retryLater(publisher, publication, { retryAfterMs: null, response: outcome.response })`,
  ),
  one(
    'published twice after a lost answer, because nobody looks',
    /sent again although it was there/,
    `${engine}/look-up.ts`,
    `  const found = await lookUp(publisher, publication)
  const now = `,
    `  const found: LookUpResult = { kind: 'absent' }
  const now = `,
  ),
  one(
    'media in another order',
    /file 0 in another place/,
    `${engine}/post-content.ts`,
    `.select(['a.post_social_id', 'a.description', 'a.extra_fields'])`,
    `.clearOrderBy()
    .orderBy('a.position', 'desc')
    .select(['a.post_social_id', 'a.description', 'a.extra_fields'])`,
  ),
  one(
    'published to another account',
    /another account/,
    `${engine}/delivery.ts`,
    `      const rows = await db.selectFrom('social_accounts').selectAll().where('id', 'in', ids).execute()
      return ids.map(id => rows.find(row => row.id === id))`,
    `      const rows = await db.selectFrom('social_accounts').selectAll().orderBy('id').execute()
      const networkOf = (id: number) => rows.find(row => row.id === id)?.social_network
      return ids.map(id => rows.find(row => row.social_network === networkOf(id)))`,
  ),
  {
    name: 'the words of another version',
    seenAs: /another text: "Another version of/,
    edits: [
      {
        file: `${engine}/post-content.ts`,
        find: `.select(['id', 'project_id', 'social_network', 'type', 'message', 'first_comment', 'extra_fields'])
        .where('id', 'in', ids)`,
        replace: `.select(['id', 'post_id', 'project_id', 'social_network', 'type', 'message', 'first_comment', 'extra_fields'])
        .orderBy('id', 'desc')`,
      },
      {
        file: `${engine}/post-content.ts`,
        find: 'social: socials.find(social => social.id === id),',
        replace: `social: [socials.find(each => each.id === id)].map(own => {
          const other = socials.find(each => each.post_id === own?.post_id)
          return own && other ? { ...own, message: other.message } : own
        })[0],`,
      },
    ],
  },
  one(
    'published before its time',
    /before its time/,
    `${engine}/release.ts`,
    '|| schedule.datetime > now ||',
    '||',
  ),
  {
    name: 'published although nobody approved it',
    seenAs: /out although it must not be/,
    edits: [
      {
        file: 'domain/src/publishing/due-decision.ts',
        find: `{ when: (_, standing) => standing !== 'cleared', is: 'overdue' },`,
        replace: '',
      },
      {
        file: 'domain/src/publishing/due-decision.ts',
        find: `{ when: facts => !facts.digestMatches, is: 'content_changed' },`,
        replace: '',
      },
      {
        file: `${engine}/release.ts`,
        find: `event: 'publishing_started',`,
        replace: `event: 'publishing_started_by_admin',`,
      },
    ],
  },
  one(
    'published although it was changed after approval',
    /out although it must not be|another text/,
    `${engine}/commit-sending.ts`,
    `digestMatches: present === publication.content_digest && present === social.cleared_digest,`,
    `digestMatches: present !== undefined,`,
  ),
  one(
    'a link dropped',
    /another (list of links|text)/,
    `${engine}/post-content.ts`,
    `if (social.type !== 'link' && social.type !== 'link_carousel') return null`,
    `if (social.type !== 'link_carousel') return null`,
  ),
  one(
    'first comment twice',
    /commented twice|comment there, but failed/,
    `${engine}/first-comment.ts`,
    'return publication.followUp.comment_sent_at === null',
    'return publication.followUp.comment_sent_at !== undefined',
  ),
  one(
    'first comment on another post',
    /commented on another post/,
    `${engine}/first-comment.ts`,
    'const target = { delivery, externalId }',
    `const last = globalThis as { lastPosts?: Map<string, string> }
  last.lastPosts ??= new Map()
  const place = publication.social_network + delivery.account.externalId
  const target = { delivery, externalId: last.lastPosts.get(place) ?? externalId }
  last.lastPosts.set(place, externalId)`,
  ),
  one(
    'an alt text dropped',
    /with the alt text ""/,
    `${engine}/post-content.ts`,
    `altText: plainLines(fields.alt_text ?? ''),`,
    `altText: '',`,
  ),
  one(
    'live without an external id',
    /live with the id null/,
    `${engine}/mark-live.ts`,
    `const publishedColumns = (social: Row<'post_socials'>, live: LivePost, now: Date) => ({
  external_id: live.externalId,`,
    `const publishedColumns = (social: Row<'post_socials'>, live: LivePost, now: Date) => ({
  external_id: null,`,
  ),
  one(
    'a lease that another worker ignores',
    /times on the network|sent again although it was there|there, but/,
    `${engine}/claim.ts`,
    `.where(eb => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))`,
    '',
  ),
  one(
    'a worker that goes on after its lease',
    /times on the network|sent again although it was there/,
    `${engine}/attempt.ts`,
    'const isTooLate = () => elapsed() > publisher.timings.leaseMs / 2',
    'const isTooLate = () => elapsed() < 0',
  ),
  one(
    'a failure although it is live',
    /there, but publishing_failed/,
    `${engine}/attempt.ts`,
    'return markLive(publisher, publication, { ...outcome, permalink, isFound: false })',
    `return permalink === '' ? false : failPublication(publisher, publication, 'rejected', outcome.response)`,
  ),
  one(
    'a photo damaged on the way',
    /file \d is another file/,
    `${engine}/post-content.ts`,
    `read: () => storage.read(sizeKey(key, 'original')),`,
    `read: async () => Buffer.concat([await storage.read(sizeKey(key, 'original')), Buffer.from('x')]),`,
  ),
  {
    ...one(
      'a reel uploaded anew after its last answer was lost',
      /times on the network|sent again although it was there/,
      `${facebook}/reels.ts`,
      'return afterPublishing(task, await api.post(task.account, reelsOf(task), form, timeoutMs))',
      `const outcome = await afterPublishing(task, await api.post(task.account, reelsOf(task), form, timeoutMs))
  if (outcome.kind === 'unknown') await task.savePrepared({ [keys.id]: '' })
  return outcome`,
    ),
    of: reels,
  },
  {
    ...one(
      'an upright video sent as a video',
      /still on its way|without a cause/,
      `${facebook}/reels.ts`,
      '(video?.height ?? 0) > (video?.width ?? Number.POSITIVE_INFINITY)',
      '(video?.height ?? 0) > Number.POSITIVE_INFINITY',
    ),
    of: reels,
  },
  {
    ...one(
      'a video absent although it was taken',
      /sent again although it was there/,
      `${facebook}/look-up.ts`,
      'return prepared[keys.taken] || isBeingPublished(video.status)',
      'return isBeingPublished(video.status)',
    ),
    of: { ...reels, happening: 'goes on', trouble: lateTrouble },
  },
]

/** The text with one edit made. @throws when the text to find is not there exactly once */
export const applyEdit = (text: string, { file, find, replace }: Edit): string => {
  const count = text.split(find).length - 1
  if (count !== 1)
    throw new Error(
      `A mutant of ${file} no longer fits: the text is there ${count} times. Change it in tools/mutants.ts:\n${find}`,
    )
  return text.replace(find, () => replace)
}

/** Defects of the rule about restored backups, which the restore drill must see (`npm run restore-drill -- --mutants`). */
export const restoreMutants: readonly Mutant[] = [
  one(
    'lost time is not noticed',
    /times on the network|reported as publishing_failed/,
    `${engine}/lost-time.ts`,
    'const found = findLostTime(last, { now, identity, ownBeats, witness: kept })',
    'const found = ownBeats === -1 ? findLostTime(last, { now, identity, ownBeats, witness: kept }) : null',
  ),
  one(
    'posts that come due after the restore are not looked up',
    /times on the network/,
    `${engine}/open-publication.ts`,
    'const lost = await readLostPeriods(tx, socials)',
    'const lost = await readLostPeriods(tx, socials.slice(0, 0))',
  ),
  one(
    'only ids are compared',
    /times on the network/,
    `${engine}/delivery.ts`,
    'const lost = lostUntil ? { lostUntil, ...(undecidedFrom ? { lostFrom: undecidedFrom } : {}) } : {}',
    'const lost = lostUntil && undecidedFrom ? {} : {}',
  ),
  one(
    'comments that may be there are not looked up',
    /a comment twice/,
    `${engine}/mark-live.ts`,
    "const comment_sent_at = live.isFound && row.lost_until !== null && comment === 'pending' ? now : null",
    "const comment_sent_at = live.isFound && row.lost_until === null && comment === 'pending' ? now : null",
  ),
  one(
    'comments that were pending in the backup are added blindly',
    /a comment twice/,
    `${engine}/lost-time.ts`,
    ".where('comment', 'in', ['pending', 'failed'])",
    ".where('comment', 'in', ['failed'])",
  ),
  one(
    'identical posts get comments of each other',
    // The comment that is about to be sent to the other twin is held with its account.
    /twin: (a comment twice|comment pending)/,
    `${engine}/look-up.ts`,
    'if (!search.lostUntil || content.firstComment',
    'if (search.lostUntil || content.firstComment',
  ),
  one(
    'nothing is held',
    /times on the network/,
    `${engine}/holds.ts`,
    'left join projects p on p.id = u.project_id',
    'left join projects p on p.id = -u.project_id',
  ),
  one(
    'posts that nobody knows are overlooked',
    /times on the network/,
    `${engine}/holds.ts`,
    "return underWay > 0 ? 'under_way' : 'unknown'",
    "return underWay > 0 ? 'under_way' : 'known'",
  ),
]

/** Defects of pauses, which their race must see (`node tools/pause-race.ts`). */
export const pauseMutants: readonly Mutant[] = [
  one(
    'a pause is overlooked before the call',
    /sent after the answer/,
    `${engine}/commit-sending.ts`,
    'const held = await findHeld(tx, publications)',
    'const held = publications.map(() => null)',
  ),
  one(
    'a pause does not wait for what is being decided',
    /sent after the answer/,
    `${engine}/holds.ts`,
    'sharedAdvisoryLock(tx, SENDING_LOCK)',
    "sharedAdvisoryLock(tx, 'another lock')",
  ),
  one(
    'a pause does not name what is being sent',
    /sent after the answer/,
    'server/src/features/publishing/pauses.ts',
    "where status in ('sending', 'unknown')",
    "where status in ('unknown')",
  ),
]

/** Makes a mutant while its files are loaded. @throws for an unknown name */
export const mutation = (name: string): Plugin => {
  const mutant = [...mutants, ...restoreMutants, ...pauseMutants].find(each => each.name === name)
  if (!mutant) throw new Error(`There is no mutant "${name}".`)
  return {
    name: 'galley-mutant',
    enforce: 'pre',
    transform: (code, id) => {
      const edits = mutant.edits.filter(({ file }) => id.split('?')[0]?.endsWith(`/${file}`))
      return edits.length === 0 ? null : { code: edits.reduce(applyEdit, code), map: null }
    },
  }
}
