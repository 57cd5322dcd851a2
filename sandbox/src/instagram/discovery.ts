import { createHash } from 'node:crypto'
import type { GraphCall } from '../meta/call.ts'
import { GraphError, missingParameter } from '../meta/errors.ts'
import { parseFields } from '../meta/fields.ts'
import { namedAccount } from './account.ts'
import { instagramFaults, refuse } from './errors.ts'
import { profileNode } from './nodes.ts'

const WEEK_MS = 7 * 86_400_000
const hashtagsPerWeek = 30

/** Known hashtags, besides those in the sandbox's own posts. */
const knownHashtags = new Set(
  `bakery bread breakfast brunch cafe camping cappuccino climbing coffee coffeebreak coffeeholic coffeelover
  coffeeroasters coffeeshop coffeetime croissant design dessert dinner espresso explore fashion fitness food foodie
  foodphotography forest fun happy harbor hike hiking holiday home instafood instagood latte latteart love lunch marketing
  monday mountains music nature naturelovers northwind outdoors photography photooftheday roastery rye sale smallbusiness
  sourdough specialtycoffee spring style summer sunday sunset tea tent trail trailrunning travel travelgram vegan vintage
  wanderlust weekend wildlife winter wine yoga`.split(/\s+/),
)

/** `business_discovery.username(…){…}`: finds professional accounts by their exact user name. */
export function discover(call: GraphCall): Record<string, unknown> | undefined {
  const requested = parseFields(call.params.fields ?? '').get('business_discovery')
  if (!requested) return undefined
  const name = requested.options.username
  if (!name) throw new GraphError({ message: '(#100) username is required.', code: 100 })
  const found = call.sandbox.store
    .list('account', { network: 'instagram' })
    .find(account => account.handle.toLowerCase() === name.toLowerCase())
  return found ? profileNode(call.sandbox, found) : refuse(instagramFaults.unknownUser(name))
}

/** `ig_hashtag_search`: finds an exact word; 30 different ones are allowed in seven days. */
export function searchHashtag(call: GraphCall): { data: { id: string }[] } {
  const { sandbox, params } = call
  const account = namedAccount(call)
  if (!params.q) throw missingParameter('q')
  const word = params.q.toLowerCase()
  const since = sandbox.now() - WEEK_MS
  const requested = sandbox.store.list('asked_hashtag', { network: 'instagram', account: account.id, since })
  if (!requested.some(each => each.word === word)) {
    if (requested.length >= hashtagsPerWeek) refuse(instagramFaults.hashtagsUsed)
    const owned = { network: 'instagram' as const, account: account.id, created_at: sandbox.now() }
    sandbox.store.put('asked_hashtag', { ...owned, id: sandbox.ids.file(), word })
  }
  if (!isUsed(call, word)) refuse(instagramFaults.unknownHashtag)
  // The same word has the same id for every account.
  const digits = BigInt(`0x${createHash('sha256').update(word).digest('hex').slice(0, 12)}`)
  return { data: [{ id: `178${digits.toString().padStart(14, '0').slice(-14)}` }] }
}

function isUsed({ sandbox }: GraphCall, word: string): boolean {
  if (!/^[\p{L}\p{N}_]+$/u.test(word)) return false
  if (knownHashtags.has(word)) return true
  const posts = sandbox.store.list('post', { network: 'instagram', limit: 500 })
  return posts.some(post =>
    post.text
      .toLowerCase()
      .match(/#[\p{L}\p{N}_]+/gu)
      ?.includes(`#${word}`),
  )
}
