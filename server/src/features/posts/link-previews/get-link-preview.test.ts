import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getLinkPreview } from '#domain/posts/contract.ts'
import { fileRules } from '#server/file-rules.ts'
import { startTestSandbox, type TestSandbox } from '#server/networks/testing.ts'
import { registerMediaFiles } from '#server/platform/http/media-files.ts'
import { countAttempt } from '#server/platform/session/attempts.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { postRoutes } from '../routes.ts'
import { READS_PER_DAY, READS_PER_READER } from './get-link-preview.ts'

let kit: TestApp
let cast: Cast
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  kit = await startTestApp({ routes: postRoutes, config: { sandbox: true, sandboxUrl: sandbox.url } })
  registerMediaFiles(kit.app, kit.services, fileRules)
  cast = await buildCast(kit.db)
})
beforeEach(async () => {
  await kit.db.deleteFrom('link_previews').execute()
  await kit.db.deleteFrom('attempts').execute()
})
afterAll(async () => {
  await kit.close()
  await sandbox.close()
})

const preview = (url: string, person = cast.creator, refresh = false) =>
  kit.ask(person, getLinkPreview, {
    params: { projectId: cast.project.projectId },
    query: { url, ...(refresh ? { refresh: '1' as const } : {}) },
  })
const menu = () => `${sandbox.url}/pages/spring-menu`
const facts = {
  title: 'The spring menu is here | Harbor Coffee',
  description: 'Six new plates and two cold brews, from the first of April until the strawberries are gone.',
}
const unread =
  'This page could not be read. Check the address, and that the page is public. Its card may look different when the post is published.'
const pathOf = (address: string | null) => new URL(address ?? '').pathname

describe('The preview of a link', () => {
  it('has the page’s title, description and picture', async () => {
    const { status, data } = await preview(menu())
    expect(status).toBe(200)
    expect(data).toMatchObject({ ...facts, url: menu(), has_tags: true, problem: null })
    const headers = { authorization: `Bearer ${await kit.tokenOf(cast.creator)}` }
    const picture = await kit.app.inject({ url: pathOf(data.picture), headers })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  it('has a picture that people outside the project cannot open', async () => {
    const { data } = await preview(menu())
    for (const headers of [{}, { authorization: `Bearer ${await kit.tokenOf(cast.stranger)}` }])
      expect((await kit.app.inject({ url: pathOf(data.picture), headers })).statusCode).toBe(404)
  })

  it('follows redirects', async () => {
    expect((await preview(`${sandbox.url}/pages/moved`)).data).toMatchObject(facts)
  })

  it('of a page without tags has its title and description', async () => {
    const { data } = await preview(`${sandbox.url}/pages/plain-page`)
    expect(data).toMatchObject({ title: 'How we roast', picture: null, has_tags: false, problem: null })
  })

  it('is read once in a week, and again when somebody asks for it', async () => {
    const first = (await preview(menu())).data
    await kit.db.updateTable('link_previews').set({ title: 'As it was' }).execute()
    kit.clock.advance(6 * 24 * 60 * 60_000)
    expect((await preview(`${menu()}#top`)).data.title).toBe('As it was')
    const again = (await preview(menu(), cast.creator, true)).data
    expect(again.title).toBe(facts.title)
    expect(again.picture).not.toBe(first.picture)
    const headers = { authorization: `Bearer ${await kit.tokenOf(cast.creator)}` }
    expect((await kit.app.inject({ url: pathOf(first.picture), headers })).statusCode).toBe(404)
    await kit.db.updateTable('link_previews').set({ title: 'As it was' }).execute()
    kit.clock.advance(8 * 24 * 60 * 60_000)
    expect((await preview(menu())).data.title).toBe(facts.title)
  })

  it('is kept with its picture for a version that was sent, however often the page is read', async () => {
    const first = (await preview(menu())).data
    await buildPost(kit.db, cast.project, {
      type: 'link',
      status: 'approved',
      socials: [{ network: 'linkedin', message: `Look: ${menu()}` }],
    })
    for (let times = 0; times < 2; times++) await preview(menu(), cast.creator, true)
    const seenBy = async (person: TestPerson) => {
      const headers = { authorization: `Bearer ${await kit.tokenOf(person)}` }
      return (await kit.app.inject({ url: pathOf(first.picture), headers })).statusCode
    }
    expect([await seenBy(cast.external), await seenBy(cast.stranger)]).toEqual([200, 404])
  })

  it('says why a page cannot be read, and keeps what was last read of it', async () => {
    const missing = `${sandbox.url}/pages/none`
    expect((await preview(missing)).data).toMatchObject({
      title: '',
      picture: null,
      problem: 'The website answered with an error. Check that the page is public.',
    })
    await kit.db.updateTable('link_previews').set({ title: 'As it was' }).execute()
    expect((await preview(missing, cast.creator, true)).data).toMatchObject({
      title: 'As it was',
      problem: expect.stringContaining('answered with an error'),
    })
  })

  it.each([
    ['this machine', 'http://127.0.0.1:5432/'],
    ['the rest of the sandbox', '/sandbox/demo-accounts'],
    ['the metadata service of a cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['a decimal address', 'http://2130706433/'],
    ['a private network', 'http://192.168.0.1/'],
    ['a name that does not exist', 'http://no-such-name.invalid/'],
  ])('is never made of %s, and the words are the same for all', async (_what, address) => {
    const { status, data } = await preview(address.startsWith('/') ? sandbox.url + address : address)
    expect([status, data.title]).toEqual([200, ''])
    expect(data.problem).toBe(unread)
  })

  it('allows nothing on this machine without the sandbox', async () => {
    const other = await startTestApp({
      routes: postRoutes,
      config: { sandbox: false, sandboxUrl: sandbox.url },
    })
    const people = await buildCast(other.db)
    const { data } = await other.ask(people.creator, getLinkPreview, {
      params: { projectId: people.project.projectId },
      query: { url: menu() },
    })
    await other.close()
    expect(data.problem).toBe(unread)
  })

  it('refuses what is no web address', async () => {
    for (const url of ['', 'example.com', 'ftp://example.com', 'javascript:alert(1)'])
      expect((await preview(url)).errors).toEqual({ url: ['Please enter a valid url adress'] })
  })

  it('is for everybody in the project, and nobody else', async () => {
    expect((await preview(menu(), cast.external)).status).toBe(200)
    expect((await preview(menu(), cast.stranger)).status).toBe(404)
  })

  it('reads thirty pages a minute for one person, and then shows only what is known', async () => {
    await preview(menu())
    for (let times = 1; times < 30; times++) await preview(`http://127.0.0.1/${times}`)
    expect((await preview('http://127.0.0.1/next')).data).toMatchObject({
      title: '',
      read_at: null,
      problem: 'You have opened many links just now. Try again in a minute.',
    })
    expect((await preview(menu(), cast.creator, true)).data).toMatchObject({ ...facts, problem: null })
    expect((await preview('http://127.0.0.1/next', cast.admin)).data.problem).toBe(unread)
  })

  it('is not read again for clients', async () => {
    await preview(menu())
    expect(await preview(menu(), cast.external, true)).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await preview(menu(), cast.internal, true)).status).toBe(403)
  })

  it('reads no more for a project than its share of a day, and then shows what is known', async () => {
    await preview(menu())
    const subject = `pages read in project ${cast.project.projectId}`
    for (let times = 0; times < READS_PER_DAY; times++)
      await countAttempt(kit.db, subject, 24 * 60 * 60_000, kit.clock.now())
    const refused = await preview(`${sandbox.url}/pages/plain-page`)
    expect(refused).toMatchObject({ status: 429, code: 'too_many_pages' })
    expect((await preview(menu(), cast.creator, true)).data).toMatchObject(facts)
    kit.clock.advance(25 * 60 * 60_000)
    expect((await preview(`${sandbox.url}/pages/plain-page`)).status).toBe(200)
  })

  it('reads fifty pages a day for a client or an approver, and leaves the rest to their team', async () => {
    for (const person of [cast.external, cast.internal]) {
      const subject = `pages read for reader ${person.userId}`
      for (let times = 0; times < READS_PER_READER; times++)
        await countAttempt(kit.db, subject, 24 * 60 * 60_000, kit.clock.now())
      const refused = await preview(`${sandbox.url}/pages/plain-page`, person)
      expect(refused).toMatchObject({ status: 429, code: 'too_many_pages' })
    }
    expect((await preview(menu())).status).toBe(200)
    expect((await preview(menu(), cast.external)).data).toMatchObject(facts)
  })

  it('reads a page once for many who ask at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => preview(menu())))
    expect(new Set(all.map(({ data }) => data.picture)).size).toBe(1)
  })
})
