import { type Failure, fail } from '#domain/kernel/failure.ts'
import { countRemoved } from '#domain/kernel/removed-characters.ts'
import { plainLines, textProblem } from '#domain/kernel/text.ts'

/**
 * Rejects what no call accepts, whatever its contract says: text that cannot be stored, at any depth.
 * @returns null if there is nothing of the kind
 */
export const rejectInvalidText = (sent: unknown): Failure | null => {
  const waiting: { value: unknown; path: readonly string[] }[] = [{ value: sent, path: [] }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next
    if (typeof value === 'string') {
      const problem = textProblem(value)
      if (problem)
        return fail('validation_error', { message: problem, errors: { [path.join('.')]: [problem] } })
    }
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (textProblem(key)) return fail('malformed_request')
      waiting.push({ value: inner, path: [...path, key] })
    }
  }
  return null
}

/** Taken as it was sent: a password is no text, and the editor's state is JSON, which has its own form of these characters. */
const asSent: readonly string[] = ['password', 'password_confirmation', 'message_editor_state']

/** How many characters `withPlainTexts` takes out of the texts of this value. */
export const countRemovedIn = (value: unknown): number => {
  if (typeof value === 'string') return countRemoved(value)
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (sum, [key, inner]) => (asSent.includes(key) ? sum : sum + countRemovedIn(inner)),
    0,
  )
}

/** The value with every text in it as it is stored, so that no call has to think of it. What `rejectInvalidText` lets through has few levels. */
export const withPlainTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return plainLines(value)
  if (Array.isArray(value)) return value.map(withPlainTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, asSent.includes(key) ? inner : withPlainTexts(inner)]),
  )
}
