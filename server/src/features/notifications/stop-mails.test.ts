import { beforeAll, beforeEach, expect, it } from 'vitest'
import { listNotificationSettings } from '#domain/notifications/contract.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { notificationRoutes } from './routes.ts'
import { registerStopMails, stopMailsUrl } from './stop-mails.ts'

let cast: Cast
const kit = useTestApp({ routes: notificationRoutes })
beforeAll(async () => {
  registerStopMails(kit.app, kit.services)
})
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})

const addressOf = ({ userId }: TestPerson, projectIds = [cast.project.projectId]): string => {
  const url = new URL(stopMailsUrl(kit.services.config, { userId, projectIds }))
  return url.pathname + url.search
}
const onOf = async (person: TestPerson) =>
  (await kit.ask(person, listNotificationSettings, { params: { projectId: cast.project.projectId } })).data
    .filter(({ type_id }) => type_id === 2)
    .map(({ status }) => status)
const oneClick = {
  payload: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
}

it('changes nothing when it is opened', async () => {
  const answer = await kit.app.inject(addressOf(cast.external))
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('Stop these mails')
  expect(new Set(await onOf(cast.external))).toEqual(new Set([1]))
})

it('stops all mails of this person about this project with one click, without a session', async () => {
  const answer = await kit.app.inject({ method: 'POST', url: addressOf(cast.external), ...oneClick })
  expect(answer.statusCode).toBe(200)
  expect(new Set(await onOf(cast.external))).toEqual(new Set([0]))
  expect(new Set(await onOf(cast.creator))).toEqual(new Set([1]))
})

it('stops those about all projects that the mail was about, but for one that the person has left', async () => {
  const { projectId } = cast.project
  const address = addressOf(cast.external, [cast.elsewhere.projectId, projectId])
  expect((await kit.app.inject(address)).body).not.toContain(' and ')
  expect((await kit.app.inject({ method: 'POST', url: address, ...oneClick })).statusCode).toBe(200)
  expect(new Set(await onOf(cast.external))).toEqual(new Set([0]))
  expect(new Set(await onOf(cast.creator))).toEqual(new Set([1]))
})

it('leaves a mail about the account that is still to come, which it does not turn off', async () => {
  const { userId } = cast.admin
  const rows = (['reconnecting', 'published'] as const).map((kind, index) => ({
    user_id: userId,
    kind,
    project_id: cast.project.projectId,
    event_id: index + 1,
    created_at: testNow,
    mail_at: testNow,
  }))
  await kit.db.insertInto('notifications').values(rows).execute()
  expect((await kit.app.inject({ method: 'POST', url: addressOf(cast.admin), ...oneClick })).statusCode).toBe(
    200,
  )
  const waiting = await kit.db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', userId)
    .where('mail_at', 'is not', null)
    .execute()
  expect(waiting.map(({ kind }) => kind)).toEqual(['reconnecting'])
})

it('speaks the language that the client reads, or one chosen on the page, which stops the same mails', async () => {
  const { projectId } = cast.project
  await kit.db
    .insertInto('project_settings')
    .values({ project_id: projectId, name: 'client-language', value: 'de' })
    .execute()
  const page = async (url: string, headers = {}) => (await kit.app.inject({ url, headers })).body
  const german = await page(addressOf(cast.external))
  expect(german).toContain('<html lang="de">')
  expect(german).toContain('Diese E-Mails abbestellen')
  expect(await page(addressOf(cast.creator))).toContain('<html lang="en">')
  const [, chosen = ''] = /<a lang="pl"[^>]* href="([^"]+)">Polski/.exec(german) ?? []
  const url = chosen.replaceAll('&#38;', '&')
  expect(await page(url)).toContain('<html lang="pl">')
  const stopped = await kit.app.inject({ method: 'POST', url, ...oneClick })
  expect(stopped.body).toContain('<html lang="pl">')
  expect(new Set(await onOf(cast.external))).toEqual(new Set([0]))
})

it('speaks one of the browser’s languages where the link opens nothing', async () => {
  const open = async (language: string) =>
    (await kit.app.inject({ url: '/stop-mails?person=x', headers: { 'accept-language': language } })).body
  expect(await open('ja, fr-CA;q=0.8, en;q=0.5')).toContain('<html lang="fr">')
  expect(await open('ja')).toContain('<html lang="en">')
})

it.each([
  ['another person', (url: string) => url.replace(/person=\d+/, `person=${cast.creator.userId}`)],
  ['another project', (url: string) => url.replace(/project=\d+/, `project=${cast.elsewhere.projectId}`)],
  [
    'a changed signature',
    (url: string) => url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
  ],
  ['nobody', () => '/stop-mails'],
])('is refused with %s in the address', async (_, change) => {
  const url = change(addressOf(cast.external))
  expect((await kit.app.inject({ method: 'POST', url, ...oneClick })).statusCode).toBe(404)
  expect(new Set(await onOf(cast.external))).toEqual(new Set([1]))
  expect(new Set(await onOf(cast.creator))).toEqual(new Set([1]))
})
