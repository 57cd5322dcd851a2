import { type RefObject, useEffect, useRef } from 'react'
import { toast } from '#web/ui/toast.tsx'

const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input, textarea, [contenteditable="true"], [contenteditable="true"] *')

/** Whether the paste is meant for the zone: the focus is in it, or nowhere. */
const isFor = (zone: HTMLElement | null, target: EventTarget | null) =>
  target === document.body || (target instanceof Node && zone !== null && zone.contains(target))

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Takes files pasted into the zone, or pasted while nothing has the focus. In a text field, copied text wins over the picture of it that word
 * processors add. A file dropped beside the zone would replace the page, and is ignored.
 */
export const useFilePaste = (
  zone: RefObject<HTMLElement | null>,
  onFiles: (files: File[]) => void,
  blockedBy: string | null,
): void => {
  const take = useRef(onFiles)
  const blocked = useRef(blockedBy)
  useEffect(() => {
    take.current = onFiles
    blocked.current = blockedBy
  })
  useEffect(() => {
    const paste = ({ clipboardData, target }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length === 0 || !isFor(zone.current, target)) return
      if (isText(target) && clipboardData?.types.includes('text/plain')) return
      if (blocked.current === null) take.current(files)
      else toast.info(blocked.current)
    }
    const ignore = (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    document.addEventListener('paste', paste)
    window.addEventListener('dragover', ignore)
    window.addEventListener('drop', ignore)
    return () => {
      document.removeEventListener('paste', paste)
      window.removeEventListener('dragover', ignore)
      window.removeEventListener('drop', ignore)
    }
  }, [zone])
}
