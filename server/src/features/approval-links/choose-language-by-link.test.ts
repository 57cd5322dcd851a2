import { beforeEach, expect, it } from 'vitest'
import { getLanguage, saveLanguage as saveOwnLanguage } from '#domain/accounts/language-contract.ts'
import { saveProjectSettings } from '#domain/projects/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { addLink, byLink, sendByLink } from '#testing/approvals/approval-links.ts'
import { buildCast, buildProject, type Cast } from '#testing/people.ts'
import { approvalLinkRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...approvalLinkRoutes, ...projectRoutes, ...accountRoutes] })
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})

const { copied, build, open } = byLink(
  () => kit,
  () => cast,
)
const choose = (token: string, language: unknown) =>
  sendByLink(kit, token, ['PUT', '/approval-link/language'], { language })
const languageOf = async (token: string) => (await open(token)).data.language
const saveLanguage = (value: 'de' | '') =>
  kit.ask(cast.admin, saveProjectSettings, {
    params: { projectId: cast.project.projectId },
    body: { settings: [{ name: 'client-language', value }] },
  })

const mailed = () => addLink(kit.db, cast.project, cast.external.userId)
/** Of the people of this test, and the projects of theirs. */
const chosen = async () => {
  const ids = [cast.external.userId, cast.internal.userId, cast.admin.userId]
  const { db } = kit
  const memberships = db.selectFrom('project_members').select(['user_id', 'project_id', 'language'])
  const people = db.selectFrom('users').select('id').where('id', 'in', ids)
  return {
    memberships: await memberships.where('user_id', 'in', ids).where('language', 'is not', null).execute(),
    people: await people.where('language', 'is not', null).execute(),
  }
}
const chooseSignedIn = (language: 'nl' | 'xx' | null) =>
  kit.ask(cast.external, saveOwnLanguage, { body: { language: language as 'nl' } })

it('A link speaks English, then the language of the project, the person, and that which was chosen on a mailed link', async () => {
  await build()
  const token = await mailed()
  expect(await languageOf(token)).toBe('en')
  expect((await saveLanguage('de')).status).toBe(200)
  expect(await languageOf(token)).toBe('de')
  expect((await chooseSignedIn('nl')).data).toEqual({ language: 'nl' })
  expect(await languageOf(token)).toBe('nl')
  expect((await choose(token, 'pl')).status).toBe(200)
  expect(await languageOf(token)).toBe('pl')
  expect((await choose(token, null)).status).toBe(200)
  expect(await languageOf(token)).toBe('nl')
  await chooseSignedIn(null)
  await saveLanguage('')
  expect(await languageOf(token)).toBe('en')
})

it('A choice on a mailed link is for that project alone, whichever link of it', async () => {
  const other = await buildProject(kit.db)
  await kit.db
    .insertInto('project_members')
    .values({ project_id: other.projectId, user_id: cast.external.userId, role: 'external-approver' })
    .execute()
  const [one, another, elsewhere] = [
    await mailed(),
    await copied(),
    await addLink(kit.db, other, cast.external.userId),
  ]
  await choose(one, 'fr')
  expect(await languageOf(another)).toBe('fr')
  expect(await languageOf(elsewhere)).toBe('en')
  expect(await chosen()).toEqual({
    memberships: [{ user_id: cast.external.userId, project_id: cast.project.projectId, language: 'fr' }],
    people: [],
  })
})

it('A choice while signed in is for all projects, also where another was chosen on a link', async () => {
  const token = await mailed()
  await choose(token, 'fr')
  await chooseSignedIn('nl')
  expect(await languageOf(token)).toBe('nl')
  expect((await kit.ask(cast.external, getLanguage)).data).toEqual({ language: 'nl' })
  expect((await kit.ask(cast.internal, getLanguage)).data).toEqual({ language: null })
  expect(await chosen()).toEqual({ memberships: [], people: [{ id: cast.external.userId }] })
  expect((await chooseSignedIn('xx')).status).toBe(422)
  expect((await sendByLink(kit, token, ['PUT', '/account/language'], { language: 'de' })).status).toBe(401)
  expect((await sendByLink(kit, token, ['GET', '/account/language'])).status).toBe(401)
})

it('A copied link, which anybody may hold, changes nothing for the person', async () => {
  const token = await copied()
  expect((await open(token)).data.is_copied).toBe(true)
  expect((await open(await mailed())).data.is_copied).toBe(false)
  const refused = await choose(token, 'fr')
  expect([refused.status, refused.code]).toEqual([403, 'forbidden'])
  expect(refused.message).toBe('This link was copied. Its language is kept in your browser only.')
  expect(await languageOf(token)).toBe('en')
  expect(await chosen()).toEqual({ memberships: [], people: [] })
})

it.each(['xx', 'EN', '', 7, undefined])('%j is no language', async language => {
  const token = await mailed()
  expect((await choose(token, language)).status).toBe(422)
  expect(await languageOf(token)).toBe('en')
})

it('needs a link, and on a device that is not confirmed the code first', async () => {
  expect((await choose('a'.repeat(43), 'de')).status).toBe(404)
  await kit.ask(cast.admin, saveProjectSettings, {
    params: { projectId: cast.project.projectId },
    body: { settings: [{ name: 'approval-link-code', value: 'true' }] },
  })
  const refused = await choose(await mailed(), 'de')
  expect([refused.status, refused.code]).toEqual([403, 'device_unconfirmed'])
  expect(await chosen()).toEqual({ memberships: [], people: [] })
})
