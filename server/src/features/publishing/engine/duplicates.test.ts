import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { NetworkAdapters } from '#server/networks/adapters.ts'
import type { LookUpResult, NetworkAdapter, Outcome } from '#server/networks/network-adapter.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { useTestApp } from '#testing/app.ts'
import { buildProject, nextNumber } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { afterLookUps, quickTimings } from '#testing/publishing/publishing.ts'
import { attemptPublication } from './attempt.ts'
import { findWaitingForDuplicates } from './duplicates.ts'
import { openPublication, readAccountIds } from './open-publication.ts'
import { makePublisher, type Publisher } from './publisher.ts'

const kit = useTestApp({ routes: [], config: { TOKEN_KEY: randomBytes(32).toString('hex') } })

/** A network in memory: the posts on it, and what happens when it is called. */
let standing: { id: string; text: string }[]
let send: (text: string) => Promise<Outcome>
let inFlight: { now: number; most: number }
beforeEach(() => {
  standing = []
  inFlight = { now: 0, most: 0 }
  send = async text => published(put(text))
})
const put = (text: string): string => {
  const id = `id${nextNumber()}`
  standing.push({ id, text })
  return id
}
const published = (externalId: string): Outcome => ({
  kind: 'published',
  externalId,
  permalink: `https://x.test/${externalId}`,
  response: 'ok',
})
const lost: Outcome = { kind: 'unknown', response: 'lost' }

const lookUp: NetworkAdapter['lookUp'] = async ({ content }, { excludedIds }): Promise<LookUpResult> => {
  const found = standing.find(({ id, text }) => text === content.message && !excludedIds.has(id))
  return found
    ? {
        kind: 'present',
        externalId: found.id,
        permalink: `https://x.test/${found.id}`,
        matchedByContent: true,
      }
    : { kind: 'absent' }
}
const network: NetworkAdapter = {
  prepare: async () => ({ kind: 'ready' }),
  send: async ({ content }) => {
    inFlight.now += 1
    inFlight.most = Math.max(inFlight.most, inFlight.now)
    const outcome = await send(content.message)
    inFlight.now -= 1
    return outcome
  },
  lookUp,
  duplicateKey: ({ message }) => message,
  findPermalink: async () => null,
  addFirstComment: async () => ({ kind: 'not_added', response: 'no' }),
}
const networks: NetworkAdapters = {
  facebook: network,
  instagram: network,
  linkedin: network,
  twitter: network,
}
const publisher = (): Publisher => makePublisher(kit.services, { networks, timings: quickTimings })

/** A publication of this text on the one shared page, in a project of its own. */
const open = async (message: string): Promise<number> => {
  const project = await buildProject(kit.db, { connected: [] })
  const { projectId } = project
  await kit.db.transaction().execute(tx =>
    connectAccount(tx, kit.services, {
      projectId,
      social_network: 'facebook',
      name: 'Page',
      external_id: 'the page',
      account_details: {},
      logo_url: null,
      token: 'token',
    }),
  )
  const socials = [{ network: 'facebook', message } as const]
  const { socialIds } = await buildPost(kit.db, project, { status: 'approved', type: 'text', socials })
  return kit.db.transaction().execute(async tx => {
    const rows = tx.selectFrom('post_socials').selectAll().where('id', 'in', socialIds)
    const social = await rows.executeTakeFirstOrThrow()
    const now = await databaseNow(tx)
    const accountId = (await readAccountIds(tx, projectId)).get('facebook') ?? null
    await openPublication(tx, {
      social,
      now,
      accountId,
      event: 'publishing_started',
      startedBy: null,
      digest: social.cleared_digest ?? '',
      dueAt: now,
    })
    const opened = tx.selectFrom('publications').selectAll().where('post_social_id', '=', social.id)
    return (await opened.executeTakeFirstOrThrow()).id
  })
}
const read = (id: number) =>
  kit.db.selectFrom('publications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const isOver = async (id: number) => ['live', 'failed'].includes((await read(id)).status)
const finish = async (...ids: number[]): Promise<void> => {
  for (const id of ids)
    while (!(await isOver(id))) {
      await attemptPublication(publisher(), id)
      await sleep(10)
    }
}
const live = (set: object) =>
  kit.db.updateTable('publications').set({ status: 'live', closed_at: new Date(), ...set })

describe('Identical posts on one account', () => {
  it('are never sent at the same time, however many workers race for them', async () => {
    const message = `Race ${nextNumber()}`
    const ids = await Promise.all(Array.from({ length: 6 }, () => open(message)))
    send = async text => {
      await sleep(5)
      return published(put(text))
    }
    await Promise.all(ids.map(id => finish(id)))
    const rows = await Promise.all(ids.map(read))
    expect(rows.map(row => row.status)).toEqual(Array(6).fill('live'))
    expect(new Set(rows.map(row => row.external_id)).size).toBe(6)
    expect([standing.length, inFlight.most]).toEqual([6, 1])
  })

  it('wait, and nothing else on the account has to wait', async () => {
    const message = `Wait ${nextNumber()}`
    const [first, second, other] = [await open(message), await open(message), await open(`${message}, other`)]
    send = async text => (text === message ? lost : published(put(text)))
    await attemptPublication(publisher(), first)
    expect(await read(first)).toMatchObject({ status: 'unknown' })
    await attemptPublication(publisher(), second)
    expect(await read(second)).toMatchObject({
      status: 'queued',
      late_reason: 'duplicate_in_flight',
      attempts: 0,
      sending_at: null,
    })
    await attemptPublication(publisher(), other)
    expect(await read(other)).toMatchObject({ status: 'live' })
  })

  it('fail with a reason after waiting for an hour', async () => {
    const message = `Long ${nextNumber()}`
    const [first, second] = [await open(message), await open(message)]
    send = async () => lost
    await attemptPublication(publisher(), first)
    // This late, it is retried every 30 seconds, and the next time is beyond the hour.
    const now = new Date((await read(second)).due_at.getTime() + quickTimings.windowMs - 20_000)
    await attemptPublication({ ...publisher(), now: async () => now }, second)
    expect(await read(second)).toMatchObject({ status: 'failed', failure_reason: 'duplicate_in_flight' })
  })

  it('keep their turn until they are sent a second time', async () => {
    const message = `Again ${nextNumber()}`
    const [first, second] = [await open(message), await open(message)]
    send = async () => lost
    while ((await read(first)).resends === 0) {
      await attemptPublication(publisher(), first)
      await sleep(10)
    }
    await attemptPublication(publisher(), second)
    expect(await read(second)).toMatchObject({ status: 'queued', late_reason: 'duplicate_in_flight' })
    send = async text => published(put(text))
    await finish(first, second)
    expect(new Set(standing.map(({ id }) => id))).toEqual(
      new Set([(await read(first)).external_id, (await read(second)).external_id]),
    )
  })

  it('keep their turn ahead of those that come due at the same moment', async () => {
    const message = `Together ${nextNumber()}`
    const [again, fresh] = [await open(message), await open(message)]
    const sentBefore = { duplicate_key: message, resends: 1 }
    await kit.db.updateTable('publications').set(sentBefore).where('id', '=', again).execute()
    const going = [
      { id: fresh, duplicate_key: message, resends: 0 },
      { id: again, ...sentBefore },
    ]
    expect(await kit.db.transaction().execute(tx => findWaitingForDuplicates(tx, going))).toEqual(
      new Set([fresh]),
    )
  })
})

describe('A post on the network', () => {
  it('is not assigned twice, even if an answer names it: the other one is looked up', async () => {
    const message = `Swapped ${nextNumber()}`
    const [first, second] = [await open(message), await open(message)]
    send = async text => {
      const [ours] = [put(text), put(text)]
      // Another worker has found the identical post in what this one has sent.
      await live({ external_id: ours }).where('id', '=', first).execute()
      return published(ours)
    }
    await finish(second)
    const ids = [(await read(first)).external_id, (await read(second)).external_id]
    expect(ids).toEqual(standing.map(({ id }) => id))
  })

  it('is not assigned to one of two while the other is live under an unknown id', async () => {
    const message = `Nameless ${nextNumber()}`
    const [first, second] = [await open(message), await open(message)]
    await attemptPublication(publisher(), first)
    await live({ external_id: null }).where('id', '=', first).execute()
    send = async () => lost
    await attemptPublication(publisher(), second)
    expect(await read(second)).toMatchObject({ status: 'unknown' })
    await attemptPublication(afterLookUps(publisher()), second)
    expect(await read(second)).toMatchObject({ status: 'failed', failure_reason: 'unconfirmed' })
  })

  it('is assigned if there is one more than that', async () => {
    const message = `Counted ${nextNumber()}`
    const [first, second] = [await open(message), await open(message)]
    await attemptPublication(publisher(), first)
    await live({ external_id: null }).where('id', '=', first).execute()
    send = async text => {
      put(text)
      return lost
    }
    await finish(second)
    const { status, external_id: found } = await read(second)
    expect(status).toBe('live')
    expect(standing.map(({ id }) => id)).toContain(found)
  })
})
