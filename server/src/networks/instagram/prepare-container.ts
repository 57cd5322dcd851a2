import { z } from 'zod'
import { isOk, type Reply, read } from '#server/networks/http.ts'
import type { Graph } from '#server/networks/meta/graph.ts'
import type { Delivery, Preparation } from '#server/networks/network-adapter.ts'
import { notSent, processing } from '#server/networks/outcomes.ts'
import { isCarousel, type Made, makeCarousel, makeContainer } from './create-container.ts'
import { failureOf, isGone, refusalOf } from './outcomes.ts'
import { readQuota } from './quota.ts'

/** From poll to poll: photos are ready at once, videos take up to minutes, and each poll counts against the limits. */
const pollsMs = [1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000]
const status = z.object({ status_code: z.string(), status: z.string().default('') })

const partName = (index: number) => `part_${index}`
const partReadyName = (index: number) => `part_${index}_ready`

/**
 * Makes the container of the post, waits for it, and reads the quota (networks.md 4.1). A carousel's parts are made and waited for first.
 * Each id is kept as it comes, so that a retry makes none twice; what has expired is made anew.
 */
export const prepareContainer = async (api: Graph, delivery: Delivery): Promise<Preparation> => {
  const { prepared, draft } = delivery
  const id = prepared.container_id || null
  if (!id)
    return isCarousel(draft)
      ? prepareCarousel(api, delivery)
      : keepMade(delivery, await makeContainer(api, delivery, 0))
  const settled = await settle(api, delivery, id, { container_id: '' })
  return settled.kind === 'ready' ? readQuota(api, delivery) : settled
}

const prepareCarousel = async (api: Graph, delivery: Delivery): Promise<Preparation> => {
  const { draft, prepared, keep } = delivery
  for (const index of draft.media.keys()) {
    if (prepared[partName(index)]) continue
    const made = await makeContainer(api, delivery, index)
    if (made.kind !== 'made') return made
    await keep({ [partName(index)]: made.id })
  }
  for (const index of draft.media.keys()) {
    if (prepared[partReadyName(index)]) continue
    const settled = await settle(api, delivery, prepared[partName(index)] ?? '', { [partName(index)]: '' })
    if (settled.kind !== 'ready') return settled
    await keep({ [partReadyName(index)]: 'yes' })
  }
  const made = await makeCarousel(
    api,
    delivery,
    [...draft.media.keys()].map(index => prepared[partName(index)] ?? ''),
  )
  return made === 'part_gone'
    ? forgetAll(delivery, 'A part of the carousel is gone.')
    : keepMade(delivery, made)
}

const keepMade = async ({ keep }: Delivery, made: Made | Preparation): Promise<Preparation> => {
  if (made.kind !== 'made') return made
  await keep({ container_id: made.id, polls: '' })
  return processing(`Container ${made.id}`, pollsMs[0] ?? 0)
}

/** Where one container stands. `own` empties what was kept of it, for when it has to be made anew. */
const settle = async (
  api: Graph,
  delivery: Delivery,
  id: string,
  own: Record<string, string>,
): Promise<Preparation> => {
  const reply = await api.get(delivery.account, id, { fields: 'status_code,status' })
  const container = isOk(reply) ? read(reply, status) : null
  if (!container) return isGone(reply) ? whenGone(delivery, reply) : refusalOf(reply)
  switch (container.status_code) {
    case 'FINISHED':
    // An earlier call went through after all. Publishing it again is refused, and looking then finds it.
    case 'PUBLISHED':
      return { kind: 'ready' }
    case 'IN_PROGRESS':
      return pollAgain(delivery, reply)
    case 'EXPIRED':
      return forgetAll(delivery, reply.text)
    default: {
      const failure = failureOf(container.status || reply.text)
      if (failure.kind === 'not_sent') await delivery.keep(own)
      return failure
    }
  }
}

const pollAgain = async ({ prepared, keep }: Delivery, reply: Reply): Promise<Preparation> => {
  const polls = Number(prepared.polls || 0) + 1
  await keep({ polls: String(polls) })
  return processing(reply.text, pollsMs[Math.min(polls, pollsMs.length - 1)] ?? 0)
}

/** `EXPIRED` is the network's word that it was never published, so all is made anew: the parts are as old as the whole. */
const forgetAll = async ({ prepared, keep }: Delivery, response: string): Promise<Preparation> => {
  const kept = Object.keys(prepared).filter(
    name => name === 'container_id' || /^part_\d+(_ready)?$/.test(name),
  )
  await keep(Object.fromEntries([...kept, 'polls'].map(name => [name, ''])))
  return processing(response, pollsMs[0] ?? 0)
}

/**
 * A container that the network does not know is made anew only before it may have been published: what is gone says nothing of
 * that, and the same answer also comes by mistake (networks.md 2.6). An admin who publishes as an admin has answered for it.
 */
const whenGone = (delivery: Delivery, reply: Reply): Preparation | Promise<Preparation> => {
  const { first_sent_at: sentAt, look_first: look } = delivery.prepared
  return sentAt && look !== 'may' ? notSent(reply.text) : forgetAll(delivery, reply.text)
}
