import { beforeEach, expect, it } from 'vitest'
import { saveProjectSettings } from '#domain/projects/contract.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { byLink, sendByLink } from '#testing/approvals/approval-links.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { approvalLinkRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...approvalLinkRoutes, ...projectRoutes] })
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

it('A link speaks English, then the language of the project, then that which its person chose', async () => {
  await build()
  const token = await copied()
  expect(await languageOf(token)).toBe('en')
  expect((await saveLanguage('de')).status).toBe(200)
  expect(await languageOf(token)).toBe('de')
  expect((await choose(token, 'pl')).status).toBe(200)
  expect(await languageOf(token)).toBe('pl')
  expect((await choose(token, null)).status).toBe(200)
  expect(await languageOf(token)).toBe('de')
  await saveLanguage('')
  expect(await languageOf(token)).toBe('en')
})

it('A choice is the person’s alone, for every link of theirs', async () => {
  const [one, another] = [await copied(), await copied()]
  await choose(one, 'fr')
  expect(await languageOf(another)).toBe('fr')
  const chosen = await kit.db.selectFrom('users').select('id').where('language', 'is not', null).execute()
  expect(chosen).toEqual([{ id: cast.external.userId }])
})

it.each(['xx', 'EN', '', 7, undefined])('%j is no language', async language => {
  const token = await copied()
  expect((await choose(token, language)).status).toBe(422)
  expect(await languageOf(token)).toBe('en')
})

it('needs a link', async () => {
  expect((await choose('a'.repeat(43), 'de')).status).toBe(404)
})
