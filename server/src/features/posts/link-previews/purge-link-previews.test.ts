import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getLinkPreview } from '#domain/posts/contract.ts'
import { startTestSandbox, type TestSandbox } from '#server/networks/testing.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { postRoutes } from '../routes.ts'
import { purgeLinkPreviews, purgeUnusedLinkPreviews } from './purge-link-previews.ts'

let kit: TestApp
let cast: Cast
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  kit = await startTestApp({ routes: postRoutes, config: { sandbox: true, sandboxUrl: sandbox.url } })
})
beforeEach(async () => {
  await kit.db.deleteFrom('link_previews').execute()
  cast = await buildCast(kit.db)
})
afterAll(async () => {
  await kit.close()
  await sandbox.close()
})

const DAY = 24 * 60 * 60_000
const url = () => `${sandbox.url}/pages/spring-menu`
const look = () =>
  kit.ask(cast.creator, getLinkPreview, {
    params: { projectId: cast.project.projectId },
    query: { url: url() },
  })
const purgeAfter = (days: number) =>
  purgeUnusedLinkPreviews(kit.services, new Date(kit.clock.now().getTime() + days * DAY))
const stored = () => kit.db.selectFrom('link_previews').selectAll().executeTakeFirst()
const hasPicture = async (key: string | null | undefined) =>
  key
    ? kit.storage.read(sizeKey(key, 'original')).then(
        () => true,
        () => false,
      )
    : false

describe('A linked page that nobody looks at', () => {
  it('is forgotten after 30 days, with its picture', async () => {
    await look()
    const key = (await stored())?.picture_key
    expect(await purgeAfter(29)).toBe(0)
    expect(await hasPicture(key)).toBe(true)
    expect(await purgeAfter(31)).toBe(1)
    expect([await stored(), await hasPicture(key)]).toEqual([undefined, false])
  })

  it('stays for as long as somebody sees it', async () => {
    await look()
    kit.clock.advance(5 * DAY)
    await look()
    expect(await purgeAfter(29)).toBe(0)
    expect(await purgeAfter(31)).toBe(1)
  })

  it('stays for a draft that links to it, in its text or beside it', async () => {
    await look()
    const inText = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'linkedin', message: `See ${url()}.` }],
    })
    expect(await purgeAfter(31)).toBe(0)
    await kit.db
      .updateTable('posts')
      .set({ deleted_at: kit.clock.now() })
      .where('id', '=', inText.postId)
      .execute()
    const attachments = [{ media_id: null, description: 'link' as const, extra_fields: { link: url() } }]
    await buildPost(kit.db, cast.project, { type: 'link', socials: [{ network: 'linkedin', attachments }] })
    expect(await purgeAfter(31)).toBe(0)
  })

  it('leaves its picture to a version that was sent with it', async () => {
    await look()
    const key = (await stored())?.picture_key
    await buildPost(kit.db, cast.project, {
      type: 'link',
      status: 'approved',
      socials: [{ network: 'linkedin', message: `See ${url()}` }],
    })
    expect(await purgeAfter(31)).toBe(1)
    expect(await hasPicture(key)).toBe(true)
  })

  it('is looked for by a job, by the time of the database', async () => {
    await look()
    await kit.db
      .updateTable('link_previews')
      .set({ used_at: new Date(Date.now() - 31 * DAY) })
      .execute()
    expect(await purgeLinkPreviews(kit.services)).toBe('done')
    expect(await stored()).toBe(undefined)
  })
})
