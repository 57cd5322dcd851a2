import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AccessGrant, AccountChoice } from '#server/networks/connector.ts'
import {
  createPicture,
  startFileServer,
  startTestSandbox,
  type TestSandbox,
  testPhoto,
  testTask,
} from '../testing.ts'
import { instagramConnector } from './connect.ts'
import { instagram } from './instagram.ts'
import { instagramReader } from './read.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.clearFaults())
afterAll(() => sandbox.close())

const dana = '10158273645091827'
const noah = '10159384756102938'
const connector = () => instagramConnector(sandbox.settings)

const granted = async (person = dana, declined = ''): Promise<AccessGrant> => {
  const { graphUrl, facebookAppId: client_id } = sandbox.settings
  const scope = connector().scopes.join(',')
  const form = { client_id, scope, origin: 'http://localhost:4500', person, declined }
  const body = new URLSearchParams(form)
  const page = await (await fetch(`${graphUrl}/dialog/oauth`, { method: 'POST', body })).text()
  const answer = await connector().exchange(page.match(/"accessToken":"(\w+)"/)?.[1] ?? '')
  if (answer.kind !== 'granted') throw new Error(JSON.stringify(answer))
  return answer.grant
}
const choicesFor = async (grant: AccessGrant): Promise<readonly AccountChoice[]> => {
  const answer = await connector().listChoices(grant)
  if (answer.kind !== 'choices') throw new Error(JSON.stringify(answer))
  return answer.choices
}
const first = async (grant: AccessGrant) => {
  const [choice] = await choicesFor(grant)
  if (!choice) throw new Error('nothing to choose from')
  return { externalId: choice.externalId, details: choice.details, token: choice.grant.token }
}

describe('Connecting an Instagram account', () => {
  it('offers pages with a linked account, with the page’s name and token', async () => {
    const choices = await choicesFor(await granted())
    expect(choices.map(({ details }) => details.fb_page_name)).toEqual([
      'Harbor Coffee Roasters',
      'Northwind Outdoors',
    ])
    expect(choices[0]).toMatchObject({
      externalId: '17841405918273645',
      details: { fb_page_id: '104857362918450', username: 'harborcoffee' },
      logoUrl: expect.stringMatching(/^http/),
      lacks: [],
    })
  })

  it('leads to an account that can publish, comment, read and search', async () => {
    const account = await first(await granted())
    expect(await connector().check(account)).toEqual({ kind: 'works', expiresAt: null })
    const server = await startFileServer()
    const bytes = await createPicture({ format: 'jpeg', width: 1080, height: 1080 })
    const media = [testPhoto(server, bytes, 'image/jpeg')]
    const task = testTask(account, { type: 'single_photo', message: 'Just connected', media })
    const network = instagram(sandbox.settings)
    for (let turn = 0; turn < 9 && (await network.prepare(task)).kind !== 'ready'; turn++)
      sandbox.passTime(1_000)
    const outcome = await network.send(task)
    await server.close()
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
    expect((await network.addFirstComment(account, outcome.externalId, '#hello')).kind).toBe('added')
    const reader = instagramReader(sandbox.settings)
    expect((await reader.searchHashtags(account, 'coffee')).kind).toBe('read')
    expect(await reader.listPosts(account, { limit: 1, after: null })).toMatchObject({
      value: { posts: [{ externalId: outcome.externalId, text: 'Just connected' }] },
    })
  })

  it('offers nothing to somebody without pages', async () => {
    expect(await choicesFor(await granted(noah))).toEqual([])
  })

  it('reports permissions that were not granted and cannot publish without them', async () => {
    const grant = await granted(dana, 'instagram_content_publish')
    const [choice] = await choicesFor(grant)
    expect(choice?.lacks).toEqual(['instagram_content_publish'])
    const account = await first(grant)
    expect((await connector().check(account)).kind).toBe('reconnect_needed')
    const media = [
      testPhoto(
        { url: '', files: new Map(), close: async () => undefined },
        await createPicture({ format: 'jpeg', width: 1080, height: 1080 }),
        'image/jpeg',
      ),
    ]
    const task = testTask(account, { type: 'single_photo', message: 'Not allowed', media })
    expect((await instagram(sandbox.settings).prepare(task)).kind).toBe('reconnect_needed')
  })
})
