/** What a page can be waited for, by name, with the id of a card, a text or a state. */
type Sight = 'card' | 'selected' | 'other-cards' | 'post' | 'board'

export type Recorded = {
  readonly longTasks: readonly number[]
  readonly blockingMs: number
  readonly shift: number
  readonly lcpMs: number
  readonly firstCardsMs: number
  /** Milliseconds since the last long task, or since the page began. */
  readonly quietMs: number
  readonly elements: number
  readonly cards: number
  /** Days of the month whose cards are still to be drawn. */
  readonly waitingDays: number
}

type Parts = {
  cards(): HTMLElement[]
  /** Calls `done` after the paint of the first frame in which this is so. */
  untilPainted(isThere: () => boolean, done: () => void): void
}

export type Recorder = Parts & {
  read(): Recorded
  /** Milliseconds from the next event of this type to the first paint that shows what is waited for. */
  paintAfter(type: string, sight: Sight, about: string): Promise<number>
  startFrames(): void
  /** Milliseconds between the frames since `startFrames`. */
  stopFrames(): number[]
  /** The ids of the cards in the window, each with a point on it. */
  visibleCards(): { id: string; x: number; y: number }[]
}

declare global {
  interface Window {
    bench: Recorder
  }
}

// These run in the page before anything else. Each is sent as its source, so it uses nothing but the page and what the ones before it
// have put there.

const installParts = (): void => {
  /** A message sent before a paint arrives after it. */
  const afterPaint = (work: () => void): void => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = work
    port2.postMessage(null)
  }
  const parts: Parts = {
    // A page may keep cards unseen.
    cards: () =>
      [...document.querySelectorAll<HTMLElement>('[data-entry]')].filter(
        card => card.closest('[aria-hidden="true"]') === null,
      ),
    untilPainted: (isThere, done) => {
      const look = () => (isThere() ? afterPaint(done) : requestAnimationFrame(look))
      requestAnimationFrame(look)
    },
  }
  window.bench = { ...window.bench, ...parts }
}

const installObservers = (): void => {
  const tasks: { start: number; ms: number }[] = []
  let shift = 0
  let lcpMs = 0
  let firstCardsMs = 0
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('longtask', ({ startTime, duration }) => tasks.push({ start: startTime, ms: duration }))
  observe('largest-contentful-paint', entry => {
    lcpMs = entry.startTime
  })
  observe('layout-shift', entry => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) shift += value
  })
  window.bench.untilPainted(
    () => document.querySelector('[data-entry]') !== null,
    () => {
      firstCardsMs = performance.now()
    },
  )
  window.bench.read = () => ({
    longTasks: tasks.map(({ ms }) => ms),
    blockingMs: tasks.reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0),
    shift,
    lcpMs,
    firstCardsMs,
    quietMs: performance.now() - Math.max(0, ...tasks.map(({ start, ms }) => start + ms)),
    elements: document.getElementsByTagName('*').length,
    cards: window.bench.cards().length,
    waitingDays: document.querySelectorAll('[data-view="month"] [data-waiting]').length,
  })
}

const installSights = (): void => {
  const idsNow = () =>
    window.bench
      .cards()
      .map(card => card.dataset.entry)
      .join()
  const cardOf = (id: string) => window.bench.cards().find(card => card.dataset.entry === id)
  const sights: Record<Sight, (about: string) => boolean> = {
    card: id => cardOf(id) !== undefined,
    selected: id => {
      const card = cardOf(id)
      return card?.matches('[data-selected], [aria-selected="true"]') || !!card?.querySelector(':checked')
    },
    'other-cards': before => idsNow() !== before,
    // The board of one state: all its lines are of that.
    board: risk => {
      const lines = [...document.querySelectorAll<HTMLElement>('li[data-risk]')]
      const isPressed = document.querySelector(`[data-risk="${risk}"][aria-pressed="true"]`) !== null
      return isPressed && lines.length > 0 && lines.every(line => line.dataset.risk === risk)
    },
    post: () => location.pathname.includes('/manage-post/') && window.bench.cards().length === 0,
  }
  window.bench.paintAfter = (type, sight, about) =>
    new Promise(resolve => {
      const before = sight === 'other-cards' ? idsNow() : about
      const begin = ({ timeStamp }: Event) =>
        window.bench.untilPainted(
          () => sights[sight](before),
          () => resolve(performance.now() - timeStamp),
        )
      window.addEventListener(type, begin, { capture: true, once: true })
    })
  window.bench.visibleCards = () =>
    window.bench.cards().flatMap(card => {
      const { left, top, width, height } = card.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height - 6]
      const isSeen = card.contains(document.elementFromPoint(x, y))
      return isSeen && card.dataset.entry ? [{ id: card.dataset.entry, x, y }] : []
    })
}

const installFrames = (): void => {
  let frames: number[] = []
  let isCounting = false
  window.bench.startFrames = () => {
    frames = []
    isCounting = true
    let last = 0
    const count = (now: number) => {
      if (last > 0) frames.push(now - last)
      last = now
      if (isCounting) requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  }
  window.bench.stopFrames = () => {
    isCounting = false
    return frames
  }
}

/** What makes up `window.bench`, in this order. */
export const recorderParts = [installParts, installObservers, installSights, installFrames] as const
