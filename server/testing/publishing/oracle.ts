import type { FailureReason } from '#domain/publishing/status.ts'
import type { FaultName } from '#sandbox/platform/model.ts'
import type { SandboxPost } from '#server/networks/testing.ts'
import type { ApprovedFile, ApprovedPost, Colour } from '../approvals/approved.ts'

/** A file as it is on the network. */
export type SeenFile = Pick<SandboxPost['media'][number], 'kind' | 'sha256'> & {
  readonly altText: string
  /** The average colour of a photo's pixels. */
  readonly colour: Colour | null
}

export type SeenPost = Pick<SandboxPost, 'id' | 'text'> & {
  readonly accountId: string
  readonly files: readonly SeenFile[]
  readonly links: readonly string[]
  readonly comments: readonly string[]
  readonly isStory: boolean
  /** By our clock. */
  readonly at: Date
}

/** What appeared on the network during the run. */
export type Seen = {
  readonly posts: readonly SeenPost[]
  /** Comments added to posts that were there before. */
  readonly strayComments: readonly string[]
  /** When each irreversible call started that the network may have applied, by our clock. */
  readonly sends: readonly Date[]
  /** The faults that were used. */
  readonly hits: readonly FaultName[]
}

/** What the product reports about a post. */
export type Reported = {
  readonly status: string
  readonly reason: FailureReason | null
  readonly externalId: string | null
  readonly comment: string | null
  /** The ids of the publications that are live. */
  readonly liveIds: readonly (string | null)[]
}

/** What happened apart from the network's faults. */
export type Circumstances = {
  /** Approved, and unchanged until it was sent. */
  readonly mayGoOut: boolean
  /** Its text was changed without the product noticing. */
  readonly isChangedUnseen: boolean
  /** A worker died or froze. */
  readonly isAnswerLost: boolean
}

/** Everything that is wrong with a run. Empty: the network has exactly what was approved, and every failure has a cause. */
export const judgePost = (
  approved: ApprovedPost,
  seen: Seen,
  reported: Reported,
  circumstances: Circumstances,
): string[] => {
  const { posts } = seen
  return [
    ...(posts.length > 1 ? [`${posts.length} times on the network`] : []),
    ...(posts.length > 0 && !circumstances.mayGoOut ? ['out although it must not be'] : []),
    ...posts.flatMap(post => compareContent(approved, post)),
    ...judgeSends(seen),
    ...judgeStatus(seen, reported),
    ...judgeComment(approved, seen, reported),
    ...(isExplained(seen, reported, circumstances)
      ? []
      : [`${reported.status} ${reported.reason} without a cause`]),
  ]
}

/** Where a post differs from what was approved. */
export const compareContent = (approved: ApprovedPost, post: SeenPost): string[] => {
  const { text, links, accountId, isStory, dueAt, files } = approved
  const differs = (what: string, is: unknown, should: unknown): string[] =>
    JSON.stringify(is) === JSON.stringify(should)
      ? []
      : [`another ${what}: ${JSON.stringify(is)} for ${JSON.stringify(should)}`]
  return [
    ...differs('text', post.text, text),
    ...differs('account', post.accountId, accountId),
    ...differs('kind of post', post.isStory, isStory),
    ...differs('list of links', post.links, links),
    ...compareFiles(files, post.files, isStory),
    ...(post.at < dueAt ? ['before its time'] : []),
  ]
}

const compareFiles = (
  approved: readonly ApprovedFile[],
  seen: readonly SeenFile[],
  isStory: boolean,
): string[] => {
  if (seen.length !== approved.length) return [`${seen.length} files for ${approved.length}`]
  return approved.flatMap((file, index) => {
    const found = seen[index]
    if (!found || !isSameFile(file, found)) {
      const isElsewhere = seen.some(other => isSameFile(file, other))
      return [isElsewhere ? `file ${index} in another place` : `file ${index} is another file`]
    }
    // Stories have no alt texts.
    return file.altText !== found.altText && !isStory
      ? [`file ${index} with the alt text "${found.altText}"`]
      : []
  })
}

/** How much JPEG may change a colour. */
const CLOSE = 8

/** By its bytes, or by its colour where the network gets a converted photo. */
const isSameFile = (file: ApprovedFile, seen: SeenFile): boolean =>
  file.kind === seen.kind &&
  (file.colour === null
    ? file.sha256 === seen.sha256
    : seen.colour !== null &&
      file.colour.every((part, index) => Math.abs(part - (seen.colour?.[index] ?? 0)) <= CLOSE))

/** Reported even if the network refused the second call: another network would have published the post twice. */
const judgeSends = ({ posts, sends }: Seen): string[] =>
  sends.some(sentAt => posts.some(({ at }) => sentAt > at)) ? ['sent again although it was there'] : []

const judgeStatus = ({ posts }: Seen, { status, reason, externalId, liveIds }: Reported): string[] => {
  const [only] = posts
  const isLive = status === 'live'
  return [
    ...(status === 'on_publishing' ? ['still on its way'] : []),
    ...(status === 'publishing_failed' && reason === null ? ['failed without a reason'] : []),
    ...(isLive && !only ? ['live, but not there'] : []),
    ...(isLive && only && externalId !== only.id ? [`live with the id ${externalId}`] : []),
    ...(isLive && only && liveIds[0] !== only.id
      ? [`its publication is live with the id ${liveIds[0]}`]
      : []),
    ...(liveIds.length > 1 ? ['live twice'] : []),
    // Reported as unconfirmed, which is allowed.
    ...(!isLive && only && reason !== 'unconfirmed' ? [`there, but ${status} ${reason}`] : []),
  ]
}

const judgeComment = (
  approved: ApprovedPost,
  { posts, strayComments, hits }: Seen,
  reported: Reported,
): string[] => {
  const comments = posts.flatMap(post => post.comments)
  const isThere = comments.length > 0
  const isDue = reported.status === 'live' && approved.comment !== ''
  const said = reported.comment ?? 'none'
  return [
    ...(strayComments.length > 0 ? ['commented on another post'] : []),
    ...(comments.length > 1 ? ['commented twice'] : []),
    ...(comments.some(comment => comment !== approved.comment) ? ['another comment'] : []),
    ...(said === 'added' && !isThere ? ['comment reported and never made'] : []),
    ...(said !== 'added' && isThere ? [`comment there, but ${said}`] : []),
    ...(isDue && said !== 'added' && said !== 'failed' ? [`comment due, but ${said}`] : []),
    ...(said === 'failed' && !hits.includes('comment_refused') ? ['comment failed without a cause'] : []),
  ]
}

/** Faults after which nobody can know whether the post is there without reading the account. */
const uncertain: readonly FaultName[] = ['lost_answer', 'malformed', 'error_before', 'error_after']

/** Whether something that happened in this run explains how it ended. */
const isExplained = (
  { hits }: Seen,
  { status, reason }: Reported,
  { mayGoOut, isChangedUnseen, isAnswerLost }: Circumstances,
): boolean => {
  if (!mayGoOut) return status !== 'publishing_failed' || (isChangedUnseen && reason === 'content_changed')
  if (status === 'live') return true
  const hit = (...names: FaultName[]) => names.some(name => hits.includes(name))
  switch (reason) {
    case 'reconnect_needed':
      return hit('expired', 'revoked')
    case 'unconfirmed':
      // Sent once more after the worker stopped, and refused with an error: it is never sent a third time.
      if (isAnswerLost && hit('error_before')) return true
      return hit('readback_down') && (isAnswerLost || hit(...uncertain))
    default:
      return false
  }
}

/**
 * The same for two posts with the same content on one account. It does not matter which of those on the network is whose; on Instagram
 * it cannot even be reported.
 */
export const judgeDuplicates = (
  approved: readonly ApprovedPost[],
  seen: Seen,
  reported: readonly Reported[],
): string[] => {
  const { posts, hits, strayComments } = seen
  const live = reported.filter(({ status }) => status === 'live')
  const open = reported.filter(({ reason }) => reason === 'unconfirmed')
  const ids = live.flatMap(({ externalId }) => externalId ?? [])
  const isThere = (id: string) => posts.some(post => post.id === id)
  const differences = posts.map(post => {
    const [least = []] = approved
      .map(each => compareContent(each, post))
      .toSorted((one, other) => one.length - other.length)
    return least
  })
  const causes: Partial<Record<FailureReason, boolean>> = {
    duplicate_refused: posts.length > 0,
    reconnect_needed: hits.includes('expired') || hits.includes('revoked'),
    unconfirmed: hits.includes('readback_down') || hits.some(hit => uncertain.includes(hit)),
  }
  return [
    ...differences.flat(),
    ...(reported.some(({ status }) => status === 'on_publishing') ? ['still on its way'] : []),
    ...reported.flatMap(({ status, reason }) =>
      status === 'live' || (reason && causes[reason]) ? [] : [`${status} ${reason} without a cause`],
    ),
    ...(new Set(ids).size < ids.length ? ['two live with one id'] : []),
    ...(ids.every(isThere) ? [] : ['live with an id that is not there']),
    ...(posts.length < live.length ? [`${live.length} live, ${posts.length} there`] : []),
    ...(posts.length > live.length + open.length
      ? [`${posts.length} there, ${live.length} live and ${open.length} unconfirmed`]
      : []),
    ...(strayComments.length > 0 ? ['commented on another post'] : []),
    ...(posts.some(({ comments }) => comments.length > 1) ? ['commented twice'] : []),
    ...(posts.flatMap(({ comments }) => comments).length <
    live.filter(({ comment }) => comment === 'added').length
      ? ['comment reported and never made']
      : []),
  ]
}
