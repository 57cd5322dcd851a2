import { lookDecision } from '#domain/publishing/look-up-decision.ts'
import type {
  LookUpQuery,
  LookUpResult,
  NetworkAdapter,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import { type OpenDelivery, readDelivery, readSearch } from './delivery.ts'
import { countLiveWithoutExternalId, findDuplicateInFlight } from './duplicates.ts'
import { markLive } from './mark-live.ts'
import { failPublication, lookUpAgain, resend } from './outcomes.ts'
import type { Publication } from './publication.ts'
import type { Publisher } from './publisher.ts'

/** Looks on the network for a post whose answer was lost; `given`: its delivery, if it was read already. Throws nothing for what a network answers. */
export const lookUp = async (
  publisher: Publisher,
  publication: Publication,
  given?: OpenDelivery | null,
): Promise<LookUpResult> => {
  const { networks, services } = publisher
  try {
    const delivery = given === undefined ? await readDelivery(publisher, publication) : given
    if (!delivery) return { kind: 'cannot_tell', response: 'The account is no longer connected.' }
    const search = await readSearch(publisher, publication, delivery.account)
    const found = await networks[publication.social_network].lookUp(delivery, search)
    if (found.kind !== 'present' || !found.matchedByContent) return found
    const going = { id: publication.id, likeness: publication.likeness ?? delivery.duplicateKey }
    const nameless = await countLiveWithoutExternalId(publisher, going, search.sentAt)
    return await lookUpPastDuplicates(networks[publication.social_network], delivery, search, {
      found,
      nameless,
    })
  } catch (error) {
    services.log.error({ err: error, publication: publication.id }, 'could not look for a post')
    return { kind: 'cannot_tell', response: 'Galley could not look for the post.' }
  }
}

/**
 * Equals that are live under no known id stand there, too: which is whose does not matter, but only where there is one more than they
 * are, one of them is this.
 */
const lookUpPastDuplicates = async (
  network: NetworkAdapter,
  delivery: PublishTask,
  search: LookUpQuery,
  { found, nameless }: { found: LookUpResult & { kind: 'present' }; nameless: number },
): Promise<LookUpResult> => {
  const excludedIds = new Set(search.excludedIds)
  let last: LookUpResult = found
  for (let left = nameless; left > 0; left--) {
    if (last.kind !== 'present')
      return { kind: 'cannot_tell', response: 'An equal post is live on the account.' }
    // Certainly there, and no more than that is to be told.
    if (last.externalId === null) return last
    excludedIds.add(last.externalId)
    last = await network.lookUp(delivery, { ...search, excludedIds })
  }
  return last.kind === 'absent'
    ? { kind: 'cannot_tell', response: 'An equal post is live on the account.' }
    : last
}

/** What a look before the sending says: found live by it, nothing in the way of sending, nobody can tell, or that it is not yet the time. */
export type PreSendLookUp = 'live' | 'clear' | 'unconfirmed' | 'equal_goes_first'

/**
 * The look before sending what an earlier attempt may have left on the network (document 3 "Publishing happens once"). An admin who
 * publishes as an admin answers for it where the account cannot be read; anybody else's publication does not go out then. The same
 * holds for what may stand on an account that the project had before.
 */
export const lookUpBeforeSending = async (
  publisher: Publisher,
  publication: Publication,
): Promise<PreSendLookUp> => {
  const { look_first, elsewhere } = publication.prepared
  if (look_first === undefined) return 'clear'
  if (elsewhere !== undefined) return look_first === 'may' ? 'clear' : 'unconfirmed'
  const delivery = await readDelivery(publisher, publication)
  const going = { id: publication.id, likeness: delivery?.duplicateKey ?? null }
  if ((await findDuplicateInFlight(publisher.services.db, going)) !== null) return 'equal_goes_first'
  const found = await lookUp(publisher, publication, delivery)
  if (found.kind === 'present')
    return (await markLive(publisher, publication, { ...found, response: null, isFound: true }))
      ? 'live'
      : 'unconfirmed'
  return found.kind === 'absent' || look_first === 'may' ? 'clear' : 'unconfirmed'
}

/** What was found is another publication's, which tells nothing of this one: looked for until the time is up, as what nobody can tell. */
const keepLookingUp = async (
  publisher: Publisher,
  publication: Publication,
  since: (instant: Date) => number,
): Promise<boolean> => {
  const isOver =
    publication.sending_at !== null && since(publication.sending_at) >= publisher.timings.giveUpAfterMs
  if (isOver) await failPublication(publisher, publication, 'unconfirmed', publication.response)
  else await lookUpAgain(publisher, publication, publication.absent_looks)
  return false
}

/** One look and what follows from it. @returns whether the post was found live by it. */
export const lookUpOnce = async (publisher: Publisher, publication: Publication): Promise<boolean> => {
  const found = await lookUp(publisher, publication)
  const now = await publisher.now(publisher.services.db)
  const since = (instant: Date) => now.getTime() - instant.getTime()
  const decision = lookDecision(
    {
      verdict: found.kind,
      absentLooks: publication.absent_looks,
      resends: publication.resends,
      sinceSendingMs: since(publication.sending_at ?? now),
      sinceDueMs: since(publication.due_at),
    },
    publisher.timings,
  )
  const absentLooks = publication.absent_looks + (found.kind === 'absent' ? 1 : 0)
  switch (decision) {
    case 'live':
      if (found.kind !== 'present') return false
      if (await markLive(publisher, publication, { ...found, response: null, isFound: true })) return true
      return keepLookingUp(publisher, publication, since)
    case 'look_again':
      await lookUpAgain(publisher, publication, absentLooks)
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
