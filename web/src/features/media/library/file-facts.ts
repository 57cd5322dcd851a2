import type { LibraryMedia } from '#domain/media/model.ts'

/** A size for people: `840 kB`, `12.4 MB`. A non-breaking space keeps the number and its unit on one line. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))}\u00a0kB`
    : `${(bytes / 1_000_000).toFixed(bytes < 100_000_000 ? 1 : 0)}\u00a0MB`

const lengthText = (seconds: number): string => {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const sourceText = {
  uploaded: null,
  imported: 'Imported design',
  conversation: null,
  converted: null,
} as const

/** `12.4 MB · 1920×1080 · 0:24`. */
export const factsOf = ({ object_data: data, source }: LibraryMedia): string => {
  const { width, height, duration } = data.options
  const facts = [
    sizeText(data.file_size),
    width !== null && height !== null ? `${width}×${height}` : null,
    duration === null ? null : lengthText(duration),
    sourceText[source],
  ]
  return facts.filter(fact => fact !== null).join(' · ')
}
