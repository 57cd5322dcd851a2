import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(cleanup)

// What is awaited may come late on a busy machine; a second, which is usual, is lost at any moment.
configure({ asyncUtilTimeout: 60_000 })

// Mantine asks for these; happy-dom has no layout and answers neither.
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

// Mantine measures growing text fields again when fonts have come; happy-dom knows none.
if (document.fonts === undefined) Object.defineProperty(document, 'fonts', { value: new EventTarget() })
