import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PostViewer } from '#domain/posts/model.ts'
import type { WritingField } from '#domain/posts/writing-fields.ts'
import { presenceListeners } from '#web/platform/presence.ts'
import { storeToken } from '#web/platform/token.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { answer } from '../../../testing/fake-server.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { WhoIsHere, WritingHere } from './who-is-here.tsx'

const hearPresence = (data: string) => {
  for (const hear of presenceListeners) hear(data)
}
let sent: { address: string; body: { tab: string; count: number; writing: unknown; is_leaving: boolean } }[]
beforeEach(() => {
  sent = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  storeToken({ token: 'good', expires_in: 3600 })
  fakeFetch(async (input, init) => {
    sent.push({ address: String(input), body: JSON.parse(String(init?.body)) })
    return answer(200, {})
  })
})
afterEach(async () => {
  // While the calls are still answered here: a page that closes says goodbye.
  cleanup()
  vi.useRealTimers()
  await new Promise(resolve => setTimeout(resolve))
  vi.restoreAllMocks()
  localStorage.clear()
})

const open = async () => {
  const page = renderAs(
    'content-creator',
    <div data-writing={'other' satisfies WritingField}>
      <textarea aria-label="Message" data-writing={'message' satisfies WritingField} />
      <textarea aria-label="Caption" />
      <WhoIsHere postId={10} network="facebook" />
      <WritingHere field="message" networks={['facebook']} />
    </div>,
  )
  await act(() => vi.advanceTimersByTimeAsync(1))
  return page
}
const say = (viewers: readonly PostViewer[], post_id = 10) =>
  act(() => hearPresence(JSON.stringify({ post_id, viewers })))
const looking = { is_client: false, writing: null }
const message = { field: 'message', social_network: 'facebook' } as const
const line = () => screen.queryByRole('region', { name: 'Who else is here' })?.textContent

describe('Who else is here', () => {
  it('names people of the project and what they write, and says who is a client', async () => {
    await open()
    expect(line()).toBeUndefined()
    say([
      { user_id: 1, is_client: false, writing: message },
      { user_id: 8, ...looking },
      { user_id: 9, is_client: true, writing: null },
      { user_id: 999, ...looking },
    ])
    expect(line()).toContain('Ada is writing the Facebook message · Inès is here · Emil (client) is here')
    say([{ user_id: 8, ...looking }], 11)
    expect(line()).toContain('Ada is writing')
    say([])
    expect(line()).toBeUndefined()
  })

  it('is said beside the field in which somebody is writing, and beside no other version’s', async () => {
    await open()
    const beside = () => document.querySelector('[data-writing-here]')?.textContent
    say([{ user_id: 1, is_client: false, writing: message }])
    expect(beside()).toBe('Ada is writing here')
    say([
      { user_id: 1, is_client: false, writing: message },
      { user_id: 9, is_client: true, writing: message },
    ])
    expect(beside()).toBe('Ada and Emil (client) are writing here')
    say([{ user_id: 1, is_client: false, writing: { ...message, social_network: 'linkedin' } }])
    expect(beside()).toBeUndefined()
    say([{ user_id: 1, is_client: false, writing: { ...message, field: 'note' } }])
    expect(beside()).toBeUndefined()
  })

  it('is announced once, however often somebody pauses', async () => {
    await open()
    say([{ user_id: 1, ...looking }])
    expect(screen.getByRole('status').textContent).toBe('Ada is here')
    say([{ user_id: 1, is_client: false, writing: message }])
    expect(screen.getByRole('status').textContent).toBe('Ada is writing the Facebook message')
    say([{ user_id: 1, ...looking }])
    expect(screen.getByRole('status').textContent).toBe('Ada is writing the Facebook message')
  })

  it('is told of this tab when it opens, starts and stops writing, and closes: not for each key', async () => {
    const { unmount } = await open()
    const field = screen.getByLabelText('Message')
    for (let key = 0; key < 20; key += 1) fireEvent(field, new InputEvent('beforeinput', { bubbles: true }))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    await act(() => vi.advanceTimersByTimeAsync(7500))
    unmount()
    vi.useRealTimers()
    await waitFor(() => expect(sent).toHaveLength(5))
    expect(sent.every(({ address }) => address === '/api/projects/3/presence')).toBe(true)
    expect(sent.map(({ body }) => [body.writing, body.is_leaving])).toEqual([
      [null, false],
      [message, false],
      [null, false],
      // The beat.
      [null, false],
      [null, true],
    ])
  })

  it.each([
    ['left', (field: Element) => fireEvent.focusOut(field)],
    ['sent', (field: Element) => fireEvent(field, new Event('submit', { bubbles: true }))],
  ])('is told at once that a field was %s', async (_name, end) => {
    await open()
    const field = screen.getByLabelText('Message')
    fireEvent(field, new InputEvent('beforeinput', { bubbles: true }))
    end(field)
    await vi.waitFor(() => expect(sent.map(({ body }) => body.writing)).toEqual([null, message, null]))
  })

  it('is told that a hidden tab has left, and nothing of it until it is seen again, even if it was hidden while typing', async () => {
    let isHidden = false
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
    const turn = (hidden: boolean) => {
      isHidden = hidden
      fireEvent(document, new Event('visibilitychange'))
    }
    await open()
    fireEvent(screen.getByLabelText('Caption'), new InputEvent('beforeinput', { bubbles: true }))
    turn(true)
    // Longer than a pause in typing and than a beat.
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    const states = () => sent.map(({ body }) => [body.writing, body.is_leaving])
    const hidden = [
      [null, false],
      [{ ...message, field: 'other' }, false],
      [null, true],
    ]
    await vi.waitFor(() => expect(states()).toEqual(hidden))
    turn(false)
    await vi.waitFor(() => expect(states()).toEqual([...hidden, [null, false]]))
    expect(sent.map(({ body }) => body.count)).toEqual([1, 2, 3, 4])
    expect(new Set(sent.map(({ body }) => body.tab)).size).toBe(1)
  })

  it('is told again when the server may have forgotten', async () => {
    await open()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    act(() => hearPresence('null'))
    await vi.waitFor(() => expect(sent).toHaveLength(2))
  })

  it('keeps showing what it knows when a message cannot be read', async () => {
    await open()
    say([{ user_id: 1, ...looking }])
    for (const wrong of ['no JSON', '{}', '{"post_id":10,"viewers":1}']) act(() => hearPresence(wrong))
    expect(line()).toContain('Ada is here')
  })
})
