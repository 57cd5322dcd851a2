import type { GraphCall } from '../meta/call.ts'
import { GraphError, type GraphFault } from '../meta/errors.ts'
import { graphFailures } from '../meta/faults.ts'
import { personOf, requireScopes } from '../meta/tokens.ts'
import { contentDigest } from '../platform/media.ts'
import type { Article, Card, Media, Post } from '../platform/model.ts'
import { publish } from '../platform/publish.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { showMentions } from './public-pages.ts'

/** For how long a second post with the same text and without media counts as a duplicate. */
const duplicateWindow = 10 * 60_000
const longestMessage = 63_206

/** What a character is, Facebook does not say: UTF-16 units are the largest of the candidates. */
export const isTooLong = (message: string): boolean => message.length > longestMessage

/** Throws unless the token belongs to the called page and has these permissions. */
export function requireOwnPage(call: GraphCall, ...scopes: string[]): void {
  if (call.account.network !== 'facebook' || personOf(call.sandbox, call.token)) {
    throw new GraphError({ message: 'This method must be called with a Page Access Token', code: 190 })
  }
  if (call.node !== call.account.id) {
    const message = '(#200) The user hasn’t authorized the application to perform this action'
    throw new GraphError({ message, code: 200, status: 403 })
  }
  requireScopes(call.token, ...scopes)
}

export type NewPagePost = {
  /** Generated if left out. */
  id?: string
  text: string
  media: Media[]
  link?: string
  /** The card that was made of the link. */
  article?: Article
  cards?: Card[]
  story_until?: number
}

/** Publishes a post on the page. */
export function publishPost(
  call: GraphCall,
  newPost: NewPagePost,
  body: (post: Post) => Record<string, unknown>,
): Promise<HttpReply> {
  if (isTooLong(newPost.text)) {
    throw new GraphError({ message: '(#100) Message is too long', code: 100 })
  }
  const digest = contentDigest(newPost.text, newPost.media, JSON.stringify([newPost.link, newPost.cards]))
  const check = () => {
    for (const { id } of newPost.media) unusedMedia(call, id)
    if (newPost.media.length === 0) refuseDuplicate(call, digest)
  }
  const store = () => {
    const post = storePost(call, newPost, digest)
    return { post, answer: { status: 200, body: body(post) } }
  }
  const { sandbox, account } = call
  return publish(sandbox, {
    network: 'facebook',
    account: account.id,
    failures: graphFailures(sandbox),
    check,
    store,
  })
}

function storePost({ sandbox, account }: GraphCall, newPost: NewPagePost, digest: string): Post {
  const { id, text, media, article, cards, story_until } = newPost
  const post: Post = {
    id: id ?? `${account.id}_${sandbox.ids.facebook()}`,
    network: 'facebook',
    account: account.id,
    created_at: sandbox.now(),
    ...showMentions(sandbox, text),
    source: text,
    ...(article && { article }),
    media: media.map(each => ({
      media: each.id,
      ...(each.alt_text && { alt_text: each.alt_text }),
      ...(each.title && { title: each.title }),
    })),
    ...(cards && { cards }),
    ...(story_until && { story_until }),
    content_digest: digest,
  }
  sandbox.store.put('post', post)
  for (const { id } of media) {
    const kept = sandbox.store.get('media', id)
    if (kept) sandbox.store.put('media', { ...kept, used_by: post.id })
  }
  return post
}

function refuseDuplicate({ sandbox, account }: GraphCall, digest: string) {
  const since = sandbox.now() - duplicateWindow
  const recent = sandbox.store.list('post', {
    network: 'facebook',
    account: account.id,
    since,
    contentDigest: digest,
  })
  if (recent.length === 0) return
  throw new GraphError({ message: '(#506) Duplicate status message', code: 506 })
}

/** A photo or video of this page that is not in a post yet. @throws GraphError */
export function unusedMedia(call: GraphCall, id: string): Media {
  const photo = call.sandbox.store.get('media', id)
  if (photo?.network !== 'facebook' || photo.account !== call.account.id) {
    throw new GraphError({ message: `(#100) Invalid media_fbid: ${id}`, code: 100, subcode: 33 })
  }
  if (!photo.used_by) return photo
  throw new GraphError(alreadyPostedFault)
}

export const alreadyPostedFault: GraphFault = {
  message: 'Invalid parameter',
  code: 100,
  subcode: 1366051,
  title: 'Photos Already Posted',
  userMessage: 'These photos were already posted.',
}

/** The same, but photos only: videos have separate edges. */
export function unusedPhoto(call: GraphCall, id: string): Media {
  const photo = unusedMedia(call, id)
  if (photo.kind !== 'video') return photo
  throw new GraphError({ message: `(#100) Invalid media_fbid: ${id}`, code: 100, subcode: 33 })
}
