import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Writing } from '#domain/posts/model.ts'
import { writingFields } from '#domain/posts/writing-fields.ts'

/** Two may be lost before the server counts the tab as closed (docs/product/live-updates.md "Who else is here"). */
const beatMs = 12_000
/** A pause this long while typing is not writing any more. */
const pauseMs = 5000

export type Sign = {
  readonly tab: string
  readonly count: number
  readonly writing: Writing | null
  readonly is_leaving: boolean
}

/** The field of the nearest element marked with a `WritingField`. */
const fieldOf = (target: EventTarget | null): Writing['field'] | null => {
  const field = target instanceof Element ? target.closest('input, textarea, [contenteditable=true]') : null
  const mark = field?.closest<HTMLElement>('[data-writing]')?.dataset.writing
  return writingFields.find(known => known === mark) ?? null
}

/** Reports this tab while it can be seen, and what is written in it. */
const createReporter = (send: (sign: Sign) => void, networkOf: () => SocialNetwork) => {
  const tab = crypto.randomUUID()
  let count = 0
  let writing: Writing | null = null
  let pause: ReturnType<typeof setTimeout> | undefined
  const say = (is_leaving: boolean) => {
    count += 1
    send({ tab, count, writing, is_leaving })
  }
  const report = () => {
    if (!document.hidden) say(false)
  }
  const write = (next: Writing | null) => {
    const isNews = JSON.stringify(next) !== JSON.stringify(writing)
    writing = next
    if (isNews) report()
  }
  return {
    report,
    onInput: ({ target }: Event) => {
      const field = fieldOf(target)
      if (field === null) return
      clearTimeout(pause)
      pause = setTimeout(() => write(null), pauseMs)
      write({ field, social_network: networkOf() })
    },
    /** The field was left, or what stood in it was sent. */
    onDone: () => {
      clearTimeout(pause)
      if (writing !== null) write(null)
    },
    leave: () => {
      // A pause that ends later would bring the hidden tab back.
      clearTimeout(pause)
      writing = null
      if (count > 0) say(true)
    },
  }
}

/**
 * Says that a post is open here, and which field is being written in: one call every few seconds while the tab can be seen, and one when
 * writing begins or ends, not one for each key.
 * @returns `report`, which says it again, and `stop`, which says goodbye
 */
export const giveSignsOfLife = (send: (sign: Sign) => void, networkOf: () => SocialNetwork) => {
  const { report, onInput, onDone, leave } = createReporter(send, networkOf)
  const onVisibility = () => (document.hidden ? leave() : report())
  const beat = setInterval(report, beatMs)
  // Before the change: the message editor lets no `input` through.
  document.addEventListener('beforeinput', onInput)
  document.addEventListener('focusout', onDone)
  document.addEventListener('submit', onDone)
  document.addEventListener('visibilitychange', onVisibility)
  return {
    report,
    stop: () => {
      clearInterval(beat)
      document.removeEventListener('beforeinput', onInput)
      document.removeEventListener('focusout', onDone)
      document.removeEventListener('submit', onDone)
      document.removeEventListener('visibilitychange', onVisibility)
      leave()
    },
  }
}
