import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { archiveProject, bringBackProject } from '#domain/projects/archiving-contract.ts'
import { listMissedPosts } from '#domain/publishing/pauses-contract.ts'
import { type Sweeper, startSweeper, sweep } from '#server/features/publishing/engine/worker.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildCast, buildPerson } from '#testing/people.ts'
import { drawing } from '#testing/publishing/pause-race.ts'
import { countingNetworks, useRace } from '#testing/publishing/race.ts'
import { makeArchivedProjectRoutes } from './routes.ts'

const race = useRace(makeArchivedProjectRoutes(() => stubConnectors().connectors))
const CLIENTS = 12
const OF_CLIENT = 6

/** `ARCHIVE_SEED` draws other moments. */
const draw = drawing(Number(process.env.ARCHIVE_SEED ?? 1))

it('Nothing of clients that are archived while they are sent goes out after the answer', async () => {
  const { networks, sent } = countingNetworks({ preparing: () => sleep(draw() * 60) })
  const size = { agencies: 1, projects: CLIENTS }
  const projectIds = await race.fill(CLIENTS * OF_CLIENT, new Date(), size, 'Archived')
  const { db, ask } = race.kit()
  const posts = await db.selectFrom('post_socials').select(['message', 'project_id']).execute()
  const person = await buildPerson(db, (await buildCast(db)).project, 'super-admin')
  const workers: Sweeper[] = Array.from({ length: 2 }, () => {
    const publisher = race.makeWorker(networks)
    return startSweeper(publisher.services, publisher)
  })
  // One after the other as the workers get on, so that they race however busy the machine is.
  const archive = async (projectId: number, index: number): Promise<ReadonlySet<string>> => {
    while (sent.length < Math.min(index, CLIENTS / 2) * 2) await sleep(5)
    await sleep(draw() * 100)
    for (;;) {
      const { status, code } = await ask(person, archiveProject, { params: { projectId } })
      // Nothing between the answer and this: what is sent from here on must not be.
      if (status === 200) return new Set(sent)
      expect(code).toBe('being_published')
      await sleep(10)
    }
  }
  const acknowledged = await Promise.all(projectIds.map(archive))
  await sweep(race.makeWorker(networks))
  await Promise.all(workers.map(worker => worker.stop()))
  const late = posts.filter(
    ({ message, project_id }) =>
      sent.includes(message) && !acknowledged[projectIds.indexOf(project_id)]?.has(message),
  )
  expect(late).toEqual([])
  const went = new Set(sent)
  expect(went.size).toBe(sent.length)

  for (const projectId of projectIds) await ask(person, bringBackProject, { params: { projectId } })
  for (let turn = 0; turn < 3; turn++) await sweep(race.makeWorker(networks))
  expect(sent.length).toBe(went.size)
  let asked = 0
  for (const projectId of projectIds)
    asked += (await ask(person, listMissedPosts, { params: { projectId } })).data.count
  expect(asked).toBe(posts.length - went.size)
  // Both happen, or the race has proved nothing.
  expect(went.size).toBeGreaterThan(0)
  expect(asked).toBeGreaterThan(0)
}, 900_000)
