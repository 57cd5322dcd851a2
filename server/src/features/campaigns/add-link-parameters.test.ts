import { beforeEach, describe, expect, it } from 'vitest'
import { addLinkParameters } from '#domain/campaigns/contract.ts'
import { getPost, savePostSocials } from '#domain/posts/contract.ts'
import { saveProjectSettings } from '#domain/projects/contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { buildCampaign, buildPost, type TestSocial } from '#testing/posts.ts'
import { campaignRoutes } from './routes.ts'

const kit = useTestApp({ routes: [...campaignRoutes, ...postRoutes, ...projectRoutes, ...writingRoutes] })
const cast = useNewCast(kit)

const inProject = () => ({ projectId: cast.project.projectId })
const set = (template: string, sites = '') =>
  kit.ask(cast.admin, saveProjectSettings, {
    params: inProject(),
    body: {
      settings: [
        { name: 'link-parameters', value: template },
        { name: 'link-parameter-sites', value: sites },
      ],
    },
  })
const add = (post_ids: number[], person: TestPerson = cast.creator) =>
  kit.ask(person, addLinkParameters, { params: inProject(), body: { post_ids } })
const build = async (...socials: TestSocial[]) =>
  (await buildPost(kit.db, cast.project, { type: 'link', socials })).postId
const versionsOf = async (postId: number) =>
  (await kit.ask(cast.creator, getPost, { params: { postId } })).data.post_socials
const messagesOf = async (postId: number) => (await versionsOf(postId)).map(({ message }) => message)

beforeEach(() => set('utm_source=social&utm_campaign={campaign}'))

describe('Adding parameters to links', () => {
  it('writes them into texts, first comments and link cards, and says what restores them', async () => {
    const postId = await build({
      network: 'facebook',
      message: 'See https://a.example/x#top, or https://a.example/?utm_source=b.',
      first_comment: 'https://a.example',
      attachments: [
        { media_id: null, description: 'link', extra_fields: { link: 'https://a.example/x', name: 'Shop' } },
      ],
    })
    const campaign_id = await buildCampaign(kit.db, cast.project, { name: 'Spring Sale' })
    await kit.db.updateTable('posts').set({ campaign_id }).where('id', '=', postId).execute()
    const [before] = await versionsOf(postId)
    const { data } = await add([postId])
    expect(data).toMatchObject([{ post_id: postId, refusal: null }])
    const query = 'utm_source=social&utm_campaign=spring-sale'
    const [after] = await versionsOf(postId)
    expect(after).toMatchObject({
      message: `See https://a.example/x?${query}#top, or https://a.example/?utm_source=b.`,
      first_comment: `https://a.example/?${query}`,
      attachments: [{ extra_fields: { link: `https://a.example/x?${query}`, name: 'Shop' } }],
    })
    // What was added stays when the campaign of the post changes.
    expect((await add([postId])).data).toEqual([{ post_id: postId, refusal: null, saved: [] }])
    const body = { ...inProject(), post_id: postId, project_id: cast.project.projectId }
    const restored = await kit.ask(cast.creator, savePostSocials, {
      body: { post_id: body.post_id, project_id: body.project_id, post_socials: data[0]?.saved ?? [] },
    })
    expect(restored.status).toBe(200)
    const [now] = await versionsOf(postId)
    expect(now).toMatchObject({
      message: before?.message,
      first_comment: before?.first_comment,
      attachments: [{ extra_fields: { link: 'https://a.example/x', name: 'Shop' } }],
    })
  })

  it('keeps a shared text shared unless the parameters name the network; Undo shares it again', async () => {
    const shared = { message: 'https://a.example/x', first_comment: '', follows_shared: true }
    const postId = await build({ network: 'facebook', ...shared }, { network: 'linkedin', ...shared })
    await add([postId])
    const followers = async () => (await versionsOf(postId)).map(({ follows_shared }) => follows_shared)
    expect(await messagesOf(postId)).toEqual(Array(2).fill('https://a.example/x?utm_source=social'))
    expect(await followers()).toEqual([true, true])
    const otherId = await build({ network: 'facebook', ...shared }, { network: 'linkedin', ...shared })
    await set('utm_source={network}')
    const { data } = await add([otherId])
    expect(await messagesOf(otherId)).toEqual(
      ['facebook', 'linkedin'].map(network => `https://a.example/x?utm_source=${network}`),
    )
    expect((await versionsOf(otherId)).map(({ follows_shared }) => follows_shared)).toEqual([false, false])
    await kit.ask(cast.creator, savePostSocials, {
      body: { post_id: otherId, project_id: cast.project.projectId, post_socials: data[0]?.saved ?? [] },
    })
    expect(await versionsOf(otherId)).toMatchObject(Array(2).fill(shared))
  })

  it('leaves what is live as it is, and asks for the approval of what was approved again', async () => {
    const message = 'https://a.example/x'
    const live = await build({ network: 'facebook', status: 'live', message })
    const approved = await build({ network: 'facebook', status: 'approved', message })
    const { data } = await add([live, approved, 987_654_321])
    expect(data).toMatchObject([
      { refusal: 'The post is already live.', saved: [] },
      { refusal: null },
      { refusal: expect.stringContaining('987654321'), saved: [] },
    ])
    expect(await messagesOf(live)).toEqual([message])
    expect(await versionsOf(approved)).toMatchObject([
      { message: `${message}?utm_source=social`, status: 'pending_internal_approval' },
    ])
  })

  it('refuses a text that would become too long, and changes nothing of the post', async () => {
    const message = `https://a.example/x ${'x'.repeat(69_975)}`
    const postId = await build(
      { network: 'facebook', message },
      { network: 'linkedin', message: 'https://a.example' },
    )
    expect((await add([postId])).data).toMatchObject([
      { refusal: 'The text would become too long.', saved: [] },
    ])
    expect(await messagesOf(postId)).toEqual([message, 'https://a.example'])
  })

  it('adds none to links to other sites, or without a template', async () => {
    await set('utm_source=social', 'a.example')
    const postId = await build({ network: 'facebook', message: 'https://b.example https://www.a.example' })
    await add([postId])
    expect(await messagesOf(postId)).toEqual(['https://b.example https://www.a.example/?utm_source=social'])
    await set('')
    expect(await add([postId])).toMatchObject({
      status: 422,
      message: 'This project has no link parameters. Set them in its settings.',
    })
  })
})

it('A template or a list of sites with a mistake is refused in words', async () => {
  expect(await set('utm_source={net}')).toMatchObject({
    status: 422,
    errors: { 'settings.0.value': ['Use {project}, {network} or {campaign}: {net} is not known'] },
  })
  expect(await set('utm_source=a', 'nothing')).toMatchObject({ status: 422 })
})
