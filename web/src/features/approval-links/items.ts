import type { openApprovalLink } from '#domain/approval-links/contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import {
  changesBetween,
  coveredVersions,
  openVersions,
  type Viewer,
} from '#web/features/approvals/decision/decision-rules.ts'

export type Opened = Output<typeof openApprovalLink>

/** It is not known who reads: somebody copied the link, or this device is not confirmed yet. */
export const isOpenToAnybody = ({ is_copied, code_goes_to }: Opened): boolean =>
  is_copied || code_goes_to !== null

/** What became of a post while the page is open. `gone`: it does not wait any more, and nobody here has decided it. */
export type ItemState = 'waiting' | 'approved' | 'revision' | 'gone'

/** A post in the batch: it keeps its place when it is decided, so that no button moves under a finger. */
export type Item = {
  readonly post: Post
  readonly state: ItemState
  /** It has changed since it was first shown. */
  readonly isChanged: boolean
}

/** The person as the rules of approval see them: a link is never more than this. */
export const viewerOf = ({ person }: Pick<Opened, 'person'>): Viewer => ({
  actor: { role: 'external-approver' },
  personId: person.id,
})

/** The versions to decide about. */
export const waitingVersions = (post: Post, viewer: Viewer): PostSocial[] =>
  openVersions(post, 'pending', viewer)

/**
 * Everything that an approval of the post covers, divided by content: the versions of a group say and show the same, so seeing one is seeing
 * all of them.
 */
export const contentGroups = (post: Post, viewer: Viewer): PostSocial[][] => {
  const groups: PostSocial[][] = []
  for (const social of coveredVersions(post, waitingVersions(post, viewer))) {
    const alike = groups.find(([first]) => first && changesBetween(first, social).length === 0)
    if (alike) alike.push(social)
    else groups.push([social])
  }
  return groups
}

/** What is remembered of a content that was on the screen. */
export const seenKey = ({ id, version }: Pick<PostSocial, 'id' | 'version'>): string => `${id}.${version}`

/** What the person saw when they decided before, and what says the same now. */
export const knownKeys = ({ seen_before }: Pick<Opened, 'seen_before'>): ReadonlySet<string> =>
  new Set(seen_before.map(({ post_social_id: id, version }) => seenKey({ id, version })))

/** Whose content was on the screen on this visit, pictures and all, and whose the person knows from deciding before. */
export type Looked = { readonly seen: ReadonlySet<string>; readonly known: ReadonlySet<string> }

/** Whether one of its networks was on the screen, on this visit or when the person decided before. */
export const isLookedAt = (group: readonly PostSocial[], { seen, known }: Looked): boolean =>
  group.some(social => seen.has(seenKey(social)) || known.has(seenKey(social)))

/** The first group that has to be looked at; -1: none. Of a post that the person knows as a whole any one has to be on the screen. */
export const firstUnseenGroup = (
  groups: readonly (readonly PostSocial[])[],
  { seen, known }: Looked,
): number => {
  const first = groups.findIndex(group => !isLookedAt(group, { seen, known }))
  return first === -1 && !groups.some(group => group.some(social => seen.has(seenKey(social)))) ? 0 : first
}

const isNewer = (before: Post, after: Post): boolean =>
  after.post_socials.some(social => {
    const known = before.post_socials.find(({ id }) => id === social.id)
    return known !== undefined && known.version !== social.version
  })

/** The batch after it was read again: what was there keeps its place, and new posts come last. */
export const mergeItems = (items: readonly Item[], posts: readonly Post[]): Item[] => {
  const latest = new Map(posts.map(post => [post.id, post]))
  const kept = items.map(item => {
    const post = latest.get(item.post.id)
    latest.delete(item.post.id)
    if (post)
      return { post, state: 'waiting' as const, isChanged: item.isChanged || isNewer(item.post, post) }
    return item.state === 'waiting' ? { ...item, state: 'gone' as const } : item
  })
  return [
    ...kept,
    ...[...latest.values()].map(post => ({ post, state: 'waiting' as const, isChanged: false })),
  ]
}
