import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  listMissedPosts,
  pauseClient,
  publishMissedPost,
  resumeClient,
} from '#domain/publishing/pauses-contract.ts'
import { bringForward } from '#server/platform/db/bring-forward.ts'
import { waitingTimes } from '#server/waiting-times.ts'
import type { TestPerson } from '#testing/app.ts'
import { buildPerson, type TestProject } from '#testing/people.ts'
import { drawing } from '#testing/publishing/pause-race.ts'
import {
  onNetwork,
  openOne,
  type PublishingStage,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { sweep } from './engine/worker.ts'
import { endPauseInTime } from './pauses.ts'

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage()
})
afterAll(() => stage.close())
// A sweep takes up whatever waits, so that no test leaves anything for the next.
afterEach(async () => {
  await stage.db.deleteFrom('publications').execute()
  await stage.db.deleteFrom('publishing_holds').execute()
})

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)
const admin = (project: TestProject) => buildPerson(stage.db, project, 'agency-admin')
const pause = (person: TestPerson, { projectId }: TestProject, end: Date | null = null) =>
  stage.ask(person, pauseClient, {
    params: { projectId },
    body: { reason: 'A recall', ends_at: end?.toISOString() ?? null, tells_clients: false },
  })
const resume = (person: TestPerson, { projectId }: TestProject, pause_id: number) =>
  stage.ask(person, resumeClient, { params: { projectId }, body: { pause_id } })
const missed = async (person: TestPerson, { projectId }: TestProject) =>
  (await stage.ask(person, listMissedPosts, { params: { projectId } })).data.count
const countSent = async ({ message }: { readonly message: string }) =>
  (await onNetwork(stage, 'facebook', message)).length
const countSweeps = async () => {
  for (let turn = 0; turn < 3; turn++) await sweep(stage.publisher())
}
const readPause = (id: number) =>
  stage.db
    .selectFrom('publishing_holds')
    .select(['ends_at', 'released_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('When the clock is set back', () => {
  it('the end of a pause stays the moment that was chosen', async () => {
    const { project, message } = await openOne(stage, 'facebook')
    const person = await admin(project)
    const end = inHours(3)
    const { data } = await pause(person, project, end)
    // What the heartbeat does then: whatever waits is brought forward.
    await stage.db
      .transaction()
      .execute(tx => bringForward(tx, waitingTimes, { now: new Date(), setBackMs: 2 * HOUR }))
    expect(await readPause(data.pause_id)).toEqual({ ends_at: end, released_at: null })
    // Its job was brought forward as well, comes too early, and is tried again.
    expect(await endPauseInTime(stage.services, data.pause_id)).toBe('retry')
    await countSweeps()
    expect(await countSent({ message })).toBe(0)
  })

  it('a pause that has ended holds again until its end, or until somebody resumes', async () => {
    const { project, message } = await openOne(stage, 'facebook')
    const person = await admin(project)
    const { data } = await pause(person, project, inHours(1))
    await countSweeps()
    // Its end has been told, and then the clock was set back to before it.
    await stage.db
      .updateTable('publishing_holds')
      .set({ released_at: inHours(1) })
      .where('id', '=', data.pause_id)
      .execute()
    await countSweeps()
    expect(await countSent({ message })).toBe(0)
    expect((await resume(person, project, data.pause_id)).data).toEqual({ missed: 1 })
    await countSweeps()
    expect(await countSent({ message })).toBe(0)
    expect(await missed(person, project)).toBe(1)
  })
})

describe('Two who pause and resume at once', () => {
  it.each([1, 2, 3])('leave one pause or none, and the log in order (draw %s)', async seed => {
    const draw = drawing(seed)
    const project = await stage.connectedProject()
    const people = [await admin(project), await admin(project)]
    const known: number[] = []
    let [paused, resumed] = [0, 0]
    const act = async (person: TestPerson) => {
      const id = known[Math.floor(draw() * known.length)]
      if (id === undefined || draw() < 0.5) {
        const { status, data } = await pause(person, project)
        if (status === 200) known.push(data.pause_id)
        return status === 200 ? paused++ : expect(status).toBe(409)
      }
      const { status } = await resume(person, project, id)
      return status === 200 ? resumed++ : expect(status).toBe(409)
    }
    for (let turn = 0; turn < 12; turn++) await Promise.all(people.map(act))
    const standing = await stage.db
      .selectFrom('publishing_holds')
      .select('id')
      .where('released_at', 'is', null)
      .execute()
    expect(standing.length).toBe(paused - resumed)
    expect(standing.length).toBeLessThanOrEqual(1)
    const log = await stage.db
      .selectFrom('audit_log')
      .select('action')
      .where('project_id', '=', project.projectId)
      .where('action', 'in', ['publishing.paused', 'publishing.resumed'])
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(
      Array.from({ length: paused + resumed }, (_, index) =>
        index % 2 === 0 ? 'publishing.paused' : 'publishing.resumed',
      ),
    )
  })

  it('publish a missed post once, and the other is told that it is gone', async () => {
    const { project, message, publicationId, postId } = await openOne(stage, 'facebook')
    const people = [await admin(project), await admin(project)] as const
    const { data } = await pause(people[0], project)
    await countSweeps()
    await resume(people[0], project, data.pause_id)
    const params = { projectId: project.projectId, publicationId }
    const answers = await Promise.all(people.map(person => stage.ask(person, publishMissedPost, { params })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    // Pages that tell of the missed post hear of it, and the history names who decided.
    const events = await stage.db
      .selectFrom('events')
      .select(['type', 'actor_id'])
      .where('post_id', '=', postId)
      .where('actor_id', 'is not', null)
      .execute()
    const { userId } = people[answers[0]?.status === 200 ? 0 : 1]
    expect(events).toEqual([{ type: 'post_social.publishing_started', actor_id: userId }])
    await stage.drive(stage.publisher())
    expect(await countSent({ message })).toBe(1)
  })
})
