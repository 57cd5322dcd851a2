import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { acceptOffer, offerProject } from '#domain/agencies/hand-over-contract.ts'
import { type Sweeper, startSweeper, sweep } from '#server/features/publishing/engine/worker.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildPerson, buildProject } from '#testing/people.ts'
import { drawing } from '#testing/publishing/pause-race.ts'
import { countingNetworks, useRace } from '#testing/publishing/race.ts'
import { makeHandOverRoutes } from './routes.ts'

const race = useRace(makeHandOverRoutes(() => stubConnectors().connectors))
/** As many offers as one person gets in a day. */
const CLIENTS = 10
const OF_CLIENT = 6

/** `HAND_OVER_SEED` draws other moments. */
const draw = drawing(Number(process.env.HAND_OVER_SEED ?? 1))

it('Nothing of clients that are taken over while they are sent goes out after the answer', async () => {
  const { networks, sent } = countingNetworks({ preparing: () => sleep(draw() * 60) })
  const size = { agencies: 1, projects: CLIENTS }
  const projectIds = await race.fill(CLIENTS * OF_CLIENT, new Date(), size, 'Handed over')
  const { db, ask } = race.kit()
  const posts = await db.selectFrom('post_socials').select(['message', 'project_id']).execute()
  const other = await buildProject(db)
  const giver = await buildPerson(db, other, 'super-admin')
  const taker = await buildPerson(db, other, 'agency-admin')
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', taker.userId)
    .executeTakeFirstOrThrow()
  const offers: number[] = []
  for (const projectId of projectIds)
    offers.push((await ask(giver, offerProject, { params: { projectId }, body: { email } })).data.offer.id)
  const workers: Sweeper[] = Array.from({ length: 2 }, () => {
    const publisher = race.makeWorker(networks)
    return startSweeper(publisher.services, publisher)
  })
  // One after the other as the workers get on, so that they race however busy the machine is.
  const takeOver = async (offerId: number, index: number): Promise<ReadonlySet<string>> => {
    while (sent.length < Math.min(index, CLIENTS / 2) * 2) await sleep(5)
    await sleep(draw() * 100)
    for (;;) {
      const params = { agencyId: other.agencyId, offerId }
      const { status, code } = await ask(taker, acceptOffer, { params })
      // Nothing between the answer and this: what is sent from here on must not be.
      if (status === 200) return new Set(sent)
      expect(code).toBe('being_published')
      await sleep(10)
    }
  }
  const acknowledged = await Promise.all(offers.map(takeOver))
  for (let turn = 0; turn < 3; turn++) await sweep(race.makeWorker(networks))
  await Promise.all(workers.map(worker => worker.stop()))
  const late = posts.filter(
    ({ message, project_id }) =>
      sent.includes(message) && !acknowledged[projectIds.indexOf(project_id)]?.has(message),
  )
  expect(late).toEqual([])
  const went = new Set(sent)
  expect(went.size).toBe(sent.length)
  // Both happen, or the race has proved nothing.
  expect(went.size).toBeGreaterThan(0)
  expect(went.size).toBeLessThan(posts.length)
  const failed = await db.selectFrom('publications').select('id').where('status', '=', 'failed').execute()
  expect(failed).toEqual([])
}, 900_000)
