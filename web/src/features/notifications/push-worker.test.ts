import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../../../public/push-worker.js'), 'utf8')
const origin = 'https://galley.example.com'

/** The service worker with these pages open. */
const startWorker = (urls: readonly string[]) => {
  const listeners = new Map<string, (event: object) => void>()
  const pages = urls.map(url => ({ url, focus: vi.fn() }))
  const clients = { matchAll: async () => pages, openWindow: vi.fn(), claim: vi.fn() }
  let shown: { title: string; tag: string; body: string }[] = []
  const self = {
    location: { origin },
    clients,
    registration: {
      getNotifications: async ({ tag }: { tag: string }) => shown.filter(each => each.tag === tag),
      showNotification: vi.fn((title: string, { tag, body }: { tag: string; body: string }) => {
        shown = [...shown.filter(each => each.tag !== tag), { title, tag, body }]
      }),
    },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  }
  runInNewContext(source, { self, URL })
  const happen = async (name: string, event: object) => {
    const waits: Promise<unknown>[] = []
    listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) })
    return Promise.allSettled(waits)
  }
  const click = (url: string) =>
    happen('notificationclick', { notification: { close: vi.fn(), data: { url } } })
  return { happen, click, pages, clients, show: self.registration.showNotification }
}

it('shows a message with its words, in the place of a former one about the same', async () => {
  const { happen, show } = startWorker([])
  const message = {
    title: 'Approve a post for Harbor',
    body: 'Cold brew',
    url: `${origin}/3/approval`,
    tag: 'post-9',
  }
  await happen('push', { data: { json: () => message } })
  expect(show).toHaveBeenCalledWith(
    message.title,
    expect.objectContaining({ body: 'Cold brew', tag: 'post-9', data: { url: message.url } }),
  )
})

it('makes itself heard in the place of another one, and not when the same comes twice', async () => {
  const { happen, show } = startWorker([])
  const push = (body: string, tag: string) =>
    happen('push', { data: { json: () => ({ title: 'Harbor', body, url: origin, tag }) } })
  await push('Cold brew', 'post-9')
  await push('Cold brew', 'post-9')
  await push('Cold brew will not go out', 'post-9')
  await push('Lemonade', 'post-10')
  expect(show.mock.calls.map(([, options]) => options)).toMatchObject([
    { renotify: false },
    { renotify: false },
    { renotify: true },
    { renotify: false },
  ])
})

it('opens the page that the message is about, once', async () => {
  const { click, clients, pages } = startWorker([`${origin}/3/calendar`, `${origin}/3/approval`])
  await click(`${origin}/3/manage-post/facebook?postId=9`)
  expect(clients.openWindow).toHaveBeenCalledWith(`${origin}/3/manage-post/facebook?postId=9`)
  await click(`${origin}/3/approval`)
  expect(clients.openWindow).toHaveBeenCalledTimes(1)
  expect(pages.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 1])
})

it('opens nothing but Galley', async () => {
  const { click, clients } = startWorker([])
  await click('https://elsewhere.example.com/')
  await click('javascript:alert(1)')
  expect(clients.openWindow).not.toHaveBeenCalled()
})
