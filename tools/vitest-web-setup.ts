import { notifications } from '@mantine/notifications'
import { type Config, cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { expectContractAnswers } from '../web/testing/fake-fetch.ts'
import { expectOnlyAnsweredRequests, refuseRequests } from '../web/testing/unanswered.ts'

// The test files of a process share one window: each begins with an empty one.
localStorage.clear()
sessionStorage.clear()
window.history.replaceState(null, '', '/')
document.title = ''
document.body.replaceChildren()
for (const { name } of [...document.documentElement.attributes])
  document.documentElement.removeAttribute(name)

refuseRequests()

// Declared first, so that they run last: when they throw, the page is closed already.
afterEach(expectContractAnswers)
afterEach(expectOnlyAnsweredRequests)

// Toasts outlive the page that showed them, and no more than four are drawn: those of one test would keep out the next's.
afterEach(() => {
  cleanup()
  notifications.clean()
  notifications.cleanQueue()
})

/** Prints the page only when somebody reads it: a query that waits throws away the error of each attempt but the last. */
const printLater: Config['getElementError'] = (message, container) => {
  const error = new Error(message ?? '')
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, printLater)
  const get = () => [message, prettyDOM(container)].join('\n\n')
  return Object.defineProperty(error, 'message', { get, configurable: true })
}

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000, getElementError: printLater })

// Mantine needs these two; happy-dom has no layout and lacks them.
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    addListener: vi.fn(),
    removeListener: vi.fn(),
    dispatchEvent: vi.fn(),
  }) as unknown as MediaQueryList

window.ResizeObserver ??= class {
  observe = vi.fn()
  unobserve = vi.fn()
  disconnect = vi.fn()
}

Element.prototype.scrollIntoView = vi.fn()

// Mantine hides a menu, as soon as it knows its place, if what opened it is out of sight: here everything is one pixel of a window.
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 1, 1)
for (const [side, pixels] of [
  ['clientWidth', window.innerWidth],
  ['clientHeight', window.innerHeight],
] as const)
  Object.defineProperty(document.documentElement, side, { value: pixels, configurable: true })

// Mantine measures growing text fields again once fonts have loaded; happy-dom has no `document.fonts`.
if (document.fonts === undefined) Object.defineProperty(document, 'fonts', { value: new EventTarget() })
