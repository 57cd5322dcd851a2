import { type Failure, fail } from '#domain/kernel/failure.ts'
import { textProblem } from '#domain/kernel/text.ts'

/** The editor's state is the most deeply nested value, and is sent as text. */
const DEPTH_MAX = 30

/**
 * Rejects what no call accepts, whatever its contract says: text that cannot be stored, at any depth, and excessive nesting. Walks the
 * value with its own stack, since recursion would overflow.
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
    if (path.length === DEPTH_MAX) return fail('malformed_request')
    for (const [key, inner] of Object.entries(value)) {
      if (textProblem(key)) return fail('malformed_request')
      waiting.push({ value: inner, path: [...path, key] })
    }
  }
  return null
}
