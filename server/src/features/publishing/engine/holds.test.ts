import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pauseClient } from '#domain/publishing/pauses-contract.ts'
import { stopPost } from '#domain/schedules/stop-contract.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import type { TestPerson } from '#testing/app.ts'
import { buildPerson, type TestProject } from '#testing/people.ts'
import {
  onNetwork,
  openOne,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { lockAgainstPause, lockSending } from './holds.ts'
import { sweep } from './worker.ts'

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage([...publishingRoutes, ...scheduleRoutes])
})
afterAll(() => stage.close())

const admin = (project: TestProject) => buildPerson(stage.db, project, 'agency-admin')
const body = { reason: 'A recall', ends_at: null, tells_clients: false }
const pause = (person: TestPerson, { projectId }: TestProject) =>
  stage.ask(person, pauseClient, { params: { projectId }, body })

const pausedNow = ({ userId }: TestPerson) => {
  const now = new Date()
  return { reason: 'paused' as const, note: 'A recall', held_at: now, held_by: userId }
}

const untilSomebodyWaits = () =>
  expect
    .poll(
      async () =>
        (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(stage.db)).rows
          .length,
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)

/** A post whose answer was lost, and that its network did not show afterwards: it is queued to be sent again. */
const sentOnce = async () => {
  const post = await openOne(stage, 'facebook')
  const earlier = new Date(Date.now() - 120_000)
  const set = { resends: 1, first_sent_at: earlier, sending_at: earlier, absent_look_ups: 2 }
  await stage.db.updateTable('publications').set(set).where('id', '=', post.publicationId).execute()
  return { ...post, person: await admin(post.project), message: `${post.message}` }
}

it('A pause waits for a post that is about to be sent, and names it', async () => {
  const { project, postId, publicationId } = await openOne(stage, 'facebook')
  const person = await admin(project)
  const answer = await stage.db.transaction().execute(async tx => {
    await lockAgainstPause(tx)
    const pausing = pause(person, project)
    await untilSomebodyWaits()
    const set = { status: 'sending' as const, sending_at: new Date() }
    await tx.updateTable('publications').set(set).where('id', '=', publicationId).execute()
    return { pausing }
  })
  expect((await answer.pausing).data.still_sending).toMatchObject([{ post_id: postId }])
})

it('A pause keeps back a post whose sending waits for the pause to be committed', async () => {
  const { project, message } = await openOne(stage, 'facebook')
  const person = await admin(project)
  let swept = Promise.resolve()
  await stage.db.transaction().execute(async tx => {
    await lockSending(tx)
    await tx
      .insertInto('publishing_holds')
      .values({ scope: 'project', project_id: project.projectId, ...pausedNow(person) })
      .execute()
    swept = sweep(stage.publisher())
    // Unless it is sent without waiting.
    await Promise.race([untilSomebodyWaits(), swept])
  })
  await swept
  for (let turn = 0; turn < 3; turn++) await sweep(stage.publisher())
  expect(await onNetwork(stage, 'facebook', `${message}`)).toEqual([])
})

it('A pause leaves to a person what was sent once and not found', async () => {
  const { project, postId, publicationId, person, socialId, message } = await sentOnce()
  await pause(person, project)
  for (let turn = 0; turn < 3; turn++) await sweep(stage.publisher())
  expect(await readOutcome(stage, socialId)).toMatchObject({
    social: { status: 'publishing_failed', failure_reason: 'unconfirmed' },
    publications: [{ id: publicationId, status: 'failed' }],
  })
  expect((await stage.ask(person, stopPost, { params: { postId } })).code).not.toBe('being_published')
  expect(await onNetwork(stage, 'facebook', message)).toEqual([])
})
