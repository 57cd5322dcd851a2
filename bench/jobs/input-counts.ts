import type { Page } from '@playwright/test'

/** What a person did in a journey. `networks` are clicks on the networks' own pages, which Galley cannot save. */
export type InputCounts = { clicks: number; keys: number; texts: number; files: number; networks: number }

type Input = 'click' | 'key' | 'text' | 'file'

declare global {
  interface Window {
    benchInput?: (input: Input) => void
  }
}

/**
 * Runs in every page: each press of the pointer is a click; characters typed in one field without a click or another key between them
 * are one text, and every other key is a key. Only what comes from outside the page counts.
 */
const listen = () => {
  let typing: EventTarget | null = null
  const report = (input: Input) => window.benchInput?.(input)
  addEventListener(
    'pointerdown',
    event => {
      if (!event.isTrusted) return
      typing = null
      report('click')
    },
    true,
  )
  addEventListener(
    'keydown',
    event => {
      if (!event.isTrusted || event.repeat || ['Control', 'Meta', 'Shift', 'Alt'].includes(event.key)) return
      const isShortcut = event.ctrlKey || event.metaKey || event.altKey
      const field = event.target as HTMLElement
      const isField =
        field.isContentEditable || field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      if (isShortcut || event.key.length > 1 || !isField) {
        typing = null
        report('key')
        return
      }
      if (typing !== field) report('text')
      typing = field
    },
    true,
  )
  addEventListener(
    'change',
    event => {
      if (event.target instanceof HTMLInputElement && event.target.type === 'file') report('file')
    },
    true,
  )
}

/** Counts from now on what is done in the tab and in the windows that it opens. `own`: the address of Galley. */
export const countInputs = async (page: Page, own: string): Promise<InputCounts> => {
  const counts: InputCounts = { clicks: 0, keys: 0, texts: 0, files: 0, networks: 0 }
  const context = page.context()
  await context.exposeBinding('benchInput', ({ frame }, input: Input) => {
    const isOwn = new URL(frame.url()).origin === own
    if (input === 'click') counts[isOwn ? 'clicks' : 'networks'] += 1
    if (input === 'key') counts.keys += 1
    if (input === 'text') counts.texts += 1
    if (input === 'file') counts.files += 1
  })
  await context.addInitScript(listen)
  return counts
}

const counted = (count: number, one: string): string[] =>
  count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`]

/** The count as words, with what is beside clicks and keys. */
export const inWords = ({ clicks, keys, texts, files, networks }: InputCounts): string =>
  [
    ...counted(clicks, 'click'),
    ...counted(keys, 'key'),
    ...counted(texts, 'text'),
    ...counted(files, 'file dialog'),
    ...(networks === 0 ? [] : [`${networks} at the networks`]),
  ].join(', ')
