import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLinkedPage } from '../platform/linked-page.ts'
import { graph, twitter } from '../testing/clients.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const menu = () => `${sandbox.url()}/pages/spring-menu`
const feedOf = async (network: string) => {
  const { external_id: id } = await sandbox.account(network)
  return (await fetch(`${sandbox.url()}/feeds/${network}/${id}`)).text()
}
const card = /<a class="card"[^>]*>.*?<\/a>/s

describe('A page of the sandbox', () => {
  it('is listed with its address', async () => {
    const list = await (await fetch(`${sandbox.url()}/pages`)).text()
    for (const name of ['spring-menu', 'plain-page', 'moved', 'slow'])
      expect(list).toContain(`${sandbox.url()}/pages/${name}`)
  })

  it('has the tags and the picture that networks make a card of', async () => {
    const page = await (await fetch(`${sandbox.url()}/pages/moved`)).text()
    expect(page).toContain('<meta property="og:title" content="The spring menu is here | Harbor Coffee">')
    const picture = await fetch(`${menu()}.png`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await fetch(`${sandbox.url()}/pages/plain-page.png`)).status).toBe(404)
    expect((await fetch(`${sandbox.url()}/pages/__proto__`)).status).toBe(404)
  })
})

describe('A post with a link', () => {
  it('has a card of the page on Facebook, whatever name the call gives', async () => {
    const page = await sandbox.account('facebook')
    const params = { access_token: page.token, message: 'Look', link: menu(), name: 'Our own name' }
    expect((await graph(sandbox, 'POST', `${page.external_id}/feed`, params)).status).toBe(200)
    const [shown = ''] = card.exec(await feedOf('facebook')) ?? []
    expect(shown).toContain('The spring menu is here | Harbor Coffee')
    expect(shown).toContain('Six new plates')
    expect(shown).not.toContain('Our own name')
  })

  it('has a card on Twitter if the page has tags, and none otherwise', async () => {
    const account = await sandbox.account('twitter')
    const post = (text: string) =>
      twitter(sandbox, account, { method: 'POST', path: '/2/tweets', body: { text } })
    expect((await post(`Plain ${sandbox.url()}/pages/plain-page`)).status).toBe(201)
    expect(await feedOf('twitter')).not.toMatch(card)
    expect((await post(`Fresh: ${menu()}.`)).status).toBe(201)
    expect(card.exec(await feedOf('twitter'))?.[0]).toContain('The spring menu is here')
  })
})

it('a page that cannot be read gives a card with its address only', async () => {
  const url = `${sandbox.url()}/pages/none`
  const store = { put: () => undefined } as never
  expect(await readLinkedPage({ store } as never, url, { network: 'facebook', account: '1' })).toEqual({
    url,
  })
})
