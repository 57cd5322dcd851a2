import { useRef, useState } from 'react'
import { useDraft } from '#web/platform/use-draft.ts'
import type { PictureChoice } from './picture-choice.ts'

const readAddress = (stored: unknown): string | null =>
  typeof stored === 'string' && (stored === 'removed' || stored.startsWith('data:image/png;base64,'))
    ? stored
    : null

const addressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** Not by `fetch`: the content policy forbids connections to data addresses. */
const fileOf = (address: string): File => {
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), byte => byte.charCodeAt(0))
  return new File([bytes], 'picture.png', { type: 'image/png' })
}

const choiceOf = (stored: string | null): PictureChoice =>
  stored === null || stored === 'removed' ? stored : fileOf(stored)

/** The picture chosen in a form, kept like `useDraft` keeps what was typed; a data address survives a reload, a file does not. */
export function usePictureDraft(
  name: string,
): readonly [PictureChoice, (choice: PictureChoice) => void, () => void] {
  const [stored, keep, drop] = useDraft<string | null>(`${name}-picture`, () => null, readAddress)
  const [choice, setChoice] = useState(() => choiceOf(stored))
  const latest = useRef(choice)
  const choose = async (next: PictureChoice) => {
    latest.current = next
    setChoice(next)
    if (next === null) return drop()
    const address = next === 'removed' ? next : await addressOf(next)
    // Another picture may have been chosen, or the form sent, while this one was read.
    if (latest.current === next) keep(address)
  }
  const forget = () => {
    latest.current = null
    drop()
  }
  return [choice, next => void choose(next), forget]
}
