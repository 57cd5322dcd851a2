import { lookUpDecision } from '#domain/publishing/look-up-decision.ts'
import type {
  LookUpQuery,
  LookUpResult,
  NetworkAdapter,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import { type Delivery, readDelivery, readSearch } from './delivery.ts'
import { countLiveWithoutExternalId, findDuplicateInFlight } from './duplicates.ts'
import { holdAccount, judgeSeenPosts } from './holds.ts'
import { markLive } from './mark-live.ts'
import { failPublication, lookUpAgain, resend } from './outcomes.ts'
import type { Publication } from './publication.ts'
import type { Publisher } from './publisher.ts'

/**
 * Looks up on the network a post whose answer was lost; `given`: its delivery, if that was read already. Never throws because of a
 * network's answer.
 */
export const lookUp = async (
  publisher: Publisher,
  publication: Publication,
  given?: Delivery | null,
): Promise<LookUpResult> => {
  const { networks, services } = publisher
  try {
    const delivery = given === undefined ? await readDelivery(publisher, publication) : given
    if (!delivery) return { kind: 'cannot_tell', response: 'The account is no longer connected.' }
    const search = await readSearch(publisher, publication, delivery.account)
    const found = await networks[publication.social_network].lookUp(delivery, search)
    if (found.kind !== 'present' || !found.matchedByContent) return found
    const outgoing = { id: publication.id, duplicate_key: publication.duplicate_key ?? delivery.duplicateKey }
    const duplicates = await countLiveWithoutExternalId(publisher, outgoing, search.sentAt)
    const network = networks[publication.social_network]
    const past = await lookUpPastDuplicates(network, delivery, search, { found, duplicates })
    return await preferOwnComment(network, delivery, search, past)
  } catch (error) {
    services.log.error({ err: error, publication: publication.id }, 'could not look up a post')
    return { kind: 'cannot_tell', response: 'Galley could not look up the post.' }
  }
}

/**
 * Live duplicates without a known id are on the account, too. If more posts are found than there are such duplicates, one of them is
 * this publication's; which of them does not matter.
 */
const lookUpPastDuplicates = async (
  network: NetworkAdapter,
  delivery: PublishTask,
  search: LookUpQuery,
  { found, duplicates }: { found: LookUpResult & { kind: 'present' }; duplicates: number },
): Promise<LookUpResult> => {
  const excludedIds = new Set(search.excludedIds)
  let last: LookUpResult = found
  for (let left = duplicates; left > 0; left--) {
    if (last.kind !== 'present')
      return { kind: 'cannot_tell', response: 'An identical post is live on the account.' }
    // Certainly there, and without an id there is nothing more to look up.
    if (last.externalId === null) return last
    excludedIds.add(last.externalId)
    last = await network.lookUp(delivery, { ...search, excludedIds })
  }
  return last.kind === 'absent'
    ? { kind: 'cannot_tell', response: 'An identical post is live on the account.' }
    : last
}

/** Of identical posts with different first comments, at most so many are compared. */
const COMPARED_COMMENTS = 5

/**
 * Of several identical posts of lost time, the one that has this publication's own first comment: with another one it would get a comment
 * that is not its own. The first, if none has it.
 */
const preferOwnComment = async (
  network: NetworkAdapter,
  delivery: PublishTask,
  search: LookUpQuery,
  found: LookUpResult,
): Promise<LookUpResult> => {
  const { account, content } = delivery
  if (!search.lostUntil || content.firstComment.trim() === '') return found
  const excludedIds = new Set(search.excludedIds)
  let candidate = found
  for (let turn = 0; turn < COMPARED_COMMENTS; turn++) {
    if (candidate.kind !== 'present' || candidate.externalId === null) return found
    const { externalId } = candidate
    const comment = await network.findFirstComment?.(
      account,
      externalId,
      content.firstComment,
      content.mentions,
    )
    if (comment?.kind === 'present') return candidate
    excludedIds.add(externalId)
    candidate = await network.lookUp(delivery, { ...search, excludedIds })
  }
  return found
}

/**
 * The result of the look-up before sending: the post was found live, may be sent, is uncertain, or has to wait for a duplicate or for
 * another look-up.
 */
export type PreSendLookUp = 'live' | 'clear' | 'unconfirmed' | 'duplicate_in_flight' | 'look_up_again'

/** How often a match that another publication has taken in the meantime is looked past, before it waits for another turn. */
const TAKEN_MATCHES = 5

/**
 * Looks up, before sending, what an earlier attempt may have left on the network (docs/product/publishing.md "Publishing once"). If
 * the account cannot be read, only a publication that an admin started as an admin, or that a person insists on, goes out. The same
 * applies to a post that may be on an account which the project had before. What may have gone out in lost time waits until the network
 * would list it and the account can be read (decision 107).
 */
export const lookUpBeforeSending = async (
  publisher: Publisher,
  publication: Publication,
): Promise<PreSendLookUp> => {
  const { look_up_first, was_sent_elsewhere, lost_until: lostUntil } = publication
  if (look_up_first === null) return 'clear'
  if (was_sent_elsewhere) return look_up_first === 'may' ? 'clear' : 'unconfirmed'
  const delivery = await readDelivery(publisher, publication)
  const outgoing = { id: publication.id, duplicate_key: delivery?.duplicateKey ?? null }
  if ((await findDuplicateInFlight(publisher.services.db, outgoing)) !== null) return 'duplicate_in_flight'
  for (let turn = 0; turn < TAKEN_MATCHES; turn++) {
    const found = await lookUp(publisher, publication, delivery)
    if (found.kind !== 'present') {
      const isUncertain = found.kind === 'cannot_tell' && look_up_first !== 'may'
      if (lostUntil) return afterLostTime(publisher, publication, found, lostUntil)
      return isUncertain ? 'unconfirmed' : 'clear'
    }
    if (await markLive(publisher, publication, { ...found, response: null, isFound: true })) return 'live'
    if (!lostUntil) return 'unconfirmed'
  }
  return 'look_up_again'
}

/**
 * What follows where a post of lost time was not found. "Not there" counts once the network has had time to list it. Where the account shows
 * posts that the database does not know, this one may have been changed, stopped or deleted in that time: it is held (decision 157). An
 * account that cannot be read is queried again for as long as a post may be late.
 */
const afterLostTime = async (
  publisher: Publisher,
  publication: Publication,
  found: Exclude<LookUpResult, { kind: 'present' }>,
  lostUntil: Date,
): Promise<PreSendLookUp> => {
  const { services, timings, now } = publisher
  const { look_up_first, created_at } = publication
  const sinceMs = (await now(services.db)).getTime() - Math.max(lostUntil.getTime(), created_at.getTime())
  if (found.kind === 'absent') {
    const sinceLostMs = (await now(services.db)).getTime() - lostUntil.getTime()
    if (sinceLostMs < timings.absentAfterMs) return 'look_up_again'
    const { others = [] } = found
    const verdict = await judgeSeenPosts(publisher, publication, others)
    if (verdict === 'unknown') await holdAccount(publisher, publication, others)
    return verdict === 'under_way' ? 'look_up_again' : 'clear'
  }
  if (look_up_first === 'may') return 'clear'
  return found.isFinal || sinceMs > timings.windowMs ? 'unconfirmed' : 'look_up_again'
}

/**
 * The match belongs to another publication and says nothing about this one: it is looked up again until time is up, like any uncertain
 * one.
 */
const keepLookingUp = async (
  publisher: Publisher,
  publication: Publication,
  since: (instant: Date) => number,
): Promise<boolean> => {
  const isOver =
    publication.sending_at !== null && since(publication.sending_at) >= publisher.timings.giveUpAfterMs
  if (isOver) await failPublication(publisher, publication, 'unconfirmed', publication.response)
  else await lookUpAgain(publisher, publication, publication.absent_look_ups)
  return false
}

/** One look-up and what follows from it. @returns whether it found the post live */
export const lookUpOnce = async (publisher: Publisher, publication: Publication): Promise<boolean> => {
  const found = await lookUp(publisher, publication)
  const now = await publisher.now(publisher.services.db)
  const since = (instant: Date) => now.getTime() - instant.getTime()
  const { lost_until: lostUntil } = publication
  const sinceLostMs = lostUntil ? since(lostUntil) : Number.POSITIVE_INFINITY
  const isFinal = found.kind === 'cannot_tell' && found.isFinal
  const decision = isFinal
    ? 'unconfirmed'
    : lookUpDecision(
        {
          verdict: found.kind,
          absentLookUps: publication.absent_look_ups,
          resends: publication.resends,
          sinceSendingMs: Math.min(since(publication.sending_at ?? now), sinceLostMs),
          // After lost time it is sent only once that is looked up and, where publishing is held, released.
          sinceDueMs: lostUntil ? 0 : since(publication.due_at),
        },
        publisher.timings,
      )
  const absentLookUps = publication.absent_look_ups + (found.kind === 'absent' ? 1 : 0)
  switch (decision) {
    case 'live':
      if (found.kind !== 'present') return false
      if (await markLive(publisher, publication, { ...found, response: null, isFound: true })) return true
      return keepLookingUp(publisher, publication, since)
    case 'look_up_again':
      await lookUpAgain(publisher, publication, absentLookUps)
      return false
    case 'resend':
      await resend(publisher, publication)
      return false
    case 'missed_window':
    case 'unconfirmed':
      await failPublication(publisher, publication, decision, publication.response)
      return false
    default:
      return decision satisfies never
  }
}
