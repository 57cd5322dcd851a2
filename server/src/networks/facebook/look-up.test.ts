import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graph } from '../meta/graph.ts'
import { startTestSandbox, type TestSandbox, testTask } from '../testing.ts'
import { facebook } from './facebook.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

const page = () => sandbox.accounts.facebook
const post = async (form: Record<string, string>): Promise<string> => {
  const reply = await graph(sandbox.settings).post(page(), `${page().externalId}/feed`, form)
  return (reply as { json: { id: string } }).json.id
}
const lookFor = (message: string, url: string | null, excludedIds: string[] = []) => {
  const link = url === null ? null : { url, title: '', description: '', picture: null }
  const task = testTask(page(), { type: link ? 'link' : 'text', message, link })
  return facebook(sandbox.settings).lookUp(task, {
    sentAt: new Date(),
    excludedIds: new Set(excludedIds),
  })
}

describe('Looking for a post on a Facebook page', () => {
  it('reads a long list to its end', async () => {
    const id = await post({ message: 'The first of many' })
    for (let index = 0; index < 104; index++) await post({ message: `One of many, ${index}` })
    expect(await lookFor('The first of many', null)).toMatchObject({ kind: 'present', externalId: id })
    expect(await lookFor('None of many', null)).toEqual({ kind: 'absent' })
  })

  it('recognizes the post by its text if the link differs, and by nothing less', async () => {
    const id = await post({ message: 'Our menu', link: 'https://example.com/menu/2026' })
    const link = 'https://example.com/m?utm=1'
    expect(await lookFor('Our menu', link)).toMatchObject({ kind: 'present', externalId: id })
    expect(await lookFor('Our menu', link, [id])).toEqual({ kind: 'absent' })
    expect(await lookFor('Other words', link)).toEqual({ kind: 'absent' })
  })

  it('prefers the post with exactly the same link', async () => {
    const exact = await post({ message: 'Twice', link: 'https://example.com/right' })
    await post({ message: 'Twice', link: 'https://example.com/wrong' })
    const found = await lookFor('Twice', 'https://example.com/right')
    expect(found).toMatchObject({ kind: 'present', externalId: exact })
  })

  it('cannot tell posts with only a link apart', async () => {
    await post({ link: 'https://example.com/bare' })
    expect((await lookFor('', 'https://example.com/elsewhere')).kind).toBe('cannot_tell')
    expect((await lookFor('', 'https://example.com/bare')).kind).toBe('present')
  })
})
