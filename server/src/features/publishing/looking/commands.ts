import { lookDecision } from '#domain/publishing/rules.ts'
import type { LookUp } from '#server/networks/network.ts'
import type { Publication } from '../claim/commands.ts'
import { readDelivery, readSearch } from '../delivery/queries.ts'
import { confirmLive, failPublication, lookAgain, sendOnceMore } from '../outcomes/commands.ts'
import type { Publisher } from '../queries.ts'

/** Looks on the network for a post whose answer was lost. Throws nothing for what a network answers. */
export const lookFor = async (publisher: Publisher, publication: Publication): Promise<LookUp> => {
  const { networks, services } = publisher
  try {
    const delivery = await readDelivery(publisher, publication)
    if (!delivery) return { kind: 'cannot_tell', response: 'The account is no longer connected.' }
    const search = await readSearch(publisher, publication, delivery.account)
    return await networks[publication.social_network].lookUp(delivery, search)
  } catch (error) {
    services.log.error({ err: error, publication: publication.id }, 'could not look for a post')
    return { kind: 'cannot_tell', response: 'Galley could not look for the post.' }
  }
}

/** What a look before the sending says: found live by it, nothing in the way of sending, or nobody can tell. */
export type FirstLook = 'live' | 'clear' | 'unconfirmed'

/**
 * The look before sending what an earlier attempt may have left on the network (document 3 "Publishing happens once"). An admin who
 * publishes as an admin answers for it where the account cannot be read; anybody else's publication does not go out then.
 */
export const lookFirst = async (publisher: Publisher, publication: Publication): Promise<FirstLook> => {
  const { look_first } = publication.prepared
  if (look_first === undefined) return 'clear'
  const found = await lookFor(publisher, publication)
  if (found.kind === 'present')
    return (await confirmLive(publisher, publication, { ...found, response: null, isFound: true }))
      ? 'live'
      : 'unconfirmed'
  return found.kind === 'absent' || look_first === 'may' ? 'clear' : 'unconfirmed'
}

/** What was found is another publication's, which tells nothing of this one: looked for until the time is up, as what nobody can tell. */
const lookOn = async (
  publisher: Publisher,
  publication: Publication,
  since: (instant: Date) => number,
): Promise<boolean> => {
  const isOver =
    publication.sending_at !== null && since(publication.sending_at) >= publisher.timings.giveUpAfterMs
  if (isOver) await failPublication(publisher, publication, 'unconfirmed', publication.response)
  else await lookAgain(publisher, publication, publication.absent_looks)
  return false
}

/** One look and what follows from it. @returns whether the post was found live by it. */
export const lookOnce = async (publisher: Publisher, publication: Publication): Promise<boolean> => {
  const found = await lookFor(publisher, publication)
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
      if (await confirmLive(publisher, publication, { ...found, response: null, isFound: true })) return true
      return lookOn(publisher, publication, since)
    case 'look_again':
      await lookAgain(publisher, publication, absentLooks)
      return false
    case 'resend':
      await sendOnceMore(publisher, publication)
      return false
    case 'missed_window':
    case 'unconfirmed':
      await failPublication(publisher, publication, decision, publication.response)
      return false
    default:
      return decision satisfies never
  }
}
