import { beforeEach, describe, expect, it } from 'vitest'
import { declineOffer, offerProject, withdrawOffer } from '#domain/agencies/hand-over-contract.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { readMails } from '#testing/mails.ts'
import { useNewCast } from '#testing/people.ts'
import { endExpiredOffer } from './end-expired-offer.ts'
import { makeHandOverRoutes } from './routes.ts'

const { connectors } = stubConnectors()
const kit = useTestApp({ routes: makeHandOverRoutes(() => connectors) })
const cast = useNewCast(kit)
beforeEach(() => kit.clock.set(testNow))

const DAYS_14 = 14 * 86_400_000
const emailOf = async ({ userId }: TestPerson) =>
  (await kit.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const ofProject = () => ({ projectId: cast.project.projectId })
const offer = async () => {
  const body = { email: await emailOf(cast.stranger) }
  const { data } = await kit.ask(cast.admin, offerProject, { params: ofProject(), body })
  return data.offer.id
}
const subjects = async (person: TestPerson) =>
  (await readMails(kit, await emailOf(person))).map(({ subject }) => subject)
const ended = /^The offer of .+ has ended$/
const endedMails = async () =>
  [...(await subjects(cast.admin)), ...(await subjects(cast.stranger))].filter(text => ended.test(text))

describe('An offer that nobody has answered', () => {
  it('ends after 14 days, of which both admins are mailed once, and can be made again', async () => {
    const id = await offer()
    kit.clock.advance(DAYS_14 - 1)
    expect(await endExpiredOffer(kit.services, id)).toBe('retry')
    expect(await endedMails()).toEqual([])
    kit.clock.advance(1)
    await endExpiredOffer(kit.services, id)
    await endExpiredOffer(kit.services, id)
    expect((await subjects(cast.admin)).filter(text => ended.test(text))).toHaveLength(1)
    expect((await subjects(cast.stranger)).filter(text => ended.test(text))).toHaveLength(1)
    expect(await offer()).toBeGreaterThan(id)
  })

  it.each([
    ['was declined', (id: number) => kit.ask(cast.stranger, declineOffer, { params: { offerId: id } })],
    ['was withdrawn', () => kit.ask(cast.admin, withdrawOffer, { params: ofProject() })],
    [
      'is of a client that was deleted',
      () =>
        kit.db
          .updateTable('projects')
          .set({ deleted_at: kit.clock.now() })
          .where('id', '=', cast.project.projectId)
          .execute(),
    ],
  ])('is not told of when it %s', async (_name, end) => {
    const id = await offer()
    await end(id)
    kit.clock.advance(DAYS_14)
    await endExpiredOffer(kit.services, id)
    expect(await endedMails()).toEqual([])
  })

  it('is not told of to somebody who wants nothing of the agency', async () => {
    const id = await offer()
    const unwanted = { agency_id: cast.project.agencyId, email: await emailOf(cast.stranger) }
    await kit.db.insertInto('unwanted_agencies').values(unwanted).execute()
    kit.clock.advance(DAYS_14)
    await endExpiredOffer(kit.services, id)
    expect(await endedMails()).toHaveLength(1)
  })
})
