import { z } from 'zod'
import type { Graph } from '#server/networks/meta/graph.ts'
import type { Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { notSent, processing } from '#server/networks/outcomes.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { type CreatedContainer, createCarousel, createContainer, isCarousel } from './create-container.ts'
import { containerFailure, isGone, preparationFailure, quotaUsed } from './outcomes.ts'

const limit = z.object({
  data: z.array(
    z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }).optional() }),
  ),
})

/** Whether the account may publish now. The total differs by account, so it is always read (docs/product/instagram.md "Publishing quota"). */
const readQuota = async (api: Graph, { account }: PublishTask): Promise<Preparation> => {
  const reply = await api.get(account, `${account.externalId}/content_publishing_limit`, {
    fields: 'quota_usage,config',
  })
  if (!isOk(reply)) return preparationFailure(reply)
  const [quota] = parseBody(reply, limit)?.data ?? []
  // Without a total the quota is unknown; the publish call itself is then refused with certainty.
  if (quota?.config && quota.quota_usage >= quota.config.quota_total) return quotaUsed(reply.text)
  return { kind: 'ready' }
}

/** Pauses between polls: photos are ready at once, videos take up to minutes, and each poll counts against the limits. */
const pollsMs = [1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000]
const status = z.object({ status_code: z.string(), status: z.string().default('') })

const itemKey = (index: number) => `part_${index}`
const itemReadyKey = (index: number) => `part_${index}_ready`

/**
 * Creates the post's container, waits for it, and reads the quota (docs/product/instagram.md "Publishing"). A carousel's items come first.
 * Each id is saved at once, so that a retry creates none twice; expired containers are created again.
 */
export const prepareContainer = async (api: Graph, task: PublishTask): Promise<Preparation> => {
  const { prepared, content } = task
  const id = prepared.container_id || null
  if (!id)
    return isCarousel(content)
      ? prepareCarousel(api, task)
      : saveCreated(task, await createContainer(api, task, 0))
  const settled = await checkContainer(api, task, id, { container_id: '' })
  return settled.kind === 'ready' ? readQuota(api, task) : settled
}

const prepareCarousel = async (api: Graph, task: PublishTask): Promise<Preparation> => {
  const { content, prepared, savePrepared } = task
  for (const index of content.media.keys()) {
    if (prepared[itemKey(index)]) continue
    const made = await createContainer(api, task, index)
    if (made.kind !== 'made') return made
    await savePrepared({ [itemKey(index)]: made.id })
  }
  for (const index of content.media.keys()) {
    if (prepared[itemReadyKey(index)]) continue
    const settled = await checkContainer(api, task, prepared[itemKey(index)] ?? '', {
      [itemKey(index)]: '',
    })
    if (settled.kind !== 'ready') return settled
    await savePrepared({ [itemReadyKey(index)]: 'yes' })
  }
  const made = await createCarousel(
    api,
    task,
    [...content.media.keys()].map(index => prepared[itemKey(index)] ?? ''),
  )
  return made === 'part_gone'
    ? resetContainers(task, 'An item of the carousel no longer exists.')
    : saveCreated(task, made)
}

const saveCreated = async (
  { savePrepared }: PublishTask,
  made: CreatedContainer | Preparation,
): Promise<Preparation> => {
  if (made.kind !== 'made') return made
  await savePrepared({ container_id: made.id, polls: '' })
  return processing(`Container ${made.id}`, pollsMs[0] ?? 0)
}

/** Checks one container. `own` clears its saved ids if it has to be created again. */
const checkContainer = async (
  api: Graph,
  task: PublishTask,
  id: string,
  own: Record<string, string>,
): Promise<Preparation> => {
  const reply = await api.get(task.account, id, { fields: 'status_code,status' })
  const container = isOk(reply) ? parseBody(reply, status) : null
  if (!container) return isGone(reply) ? containerGone(task, reply) : preparationFailure(reply)
  switch (container.status_code) {
    case 'FINISHED':
    // An earlier call succeeded after all. Publishing it again is refused, and the look-up then finds the post.
    case 'PUBLISHED':
      return { kind: 'ready' }
    case 'IN_PROGRESS':
      return pollAgain(task, reply)
    case 'EXPIRED':
      return resetContainers(task, reply.text)
    default: {
      const failure = containerFailure(container.status || reply.text)
      if (failure.kind === 'not_sent') await task.savePrepared(own)
      return failure
    }
  }
}

const pollAgain = async ({ prepared, savePrepared }: PublishTask, reply: Reply): Promise<Preparation> => {
  const polls = Number(prepared.polls || 0) + 1
  await savePrepared({ polls: String(polls) })
  return processing(reply.text, pollsMs[Math.min(polls, pollsMs.length - 1)] ?? 0)
}

/** `EXPIRED` means that it was never published, so everything is created again: the items are as old as the carousel. */
const resetContainers = async (
  { prepared, savePrepared }: PublishTask,
  response: string,
): Promise<Preparation> => {
  const kept = Object.keys(prepared).filter(
    name => name === 'container_id' || /^part_\d+(_ready)?$/.test(name),
  )
  await savePrepared(Object.fromEntries([...kept, 'polls'].map(name => [name, ''])))
  return processing(response, pollsMs[0] ?? 0)
}

/**
 * A container that Instagram does not know is created again only if it cannot have been published: the answer does not say so, and it
 * also occurs by mistake (docs/product/instagram.md "Lost answers"). An admin who forces publishing takes the responsibility.
 */
const containerGone = (task: PublishTask, reply: Reply): Preparation | Promise<Preparation> => {
  const { firstSentAt, lookUpFirst } = task
  return firstSentAt && lookUpFirst !== 'may' ? notSent(reply.text) : resetContainers(task, reply.text)
}
