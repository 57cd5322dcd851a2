import { type Failure, fail } from '#domain/kernel/failure.ts'
import { textProblem } from '#domain/kernel/text.ts'

/** The editor's state is the deepest thing sent, and comes as a text. */
const MAX_DEPTH = 30

/**
 * What no call takes, whatever its contract says: a text that cannot be kept, anywhere in it, and what is nested without end. Goes through
 * the value with a list of its own, since a recursion would run out of stack.
 * @returns null when there is nothing of it
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
    if (path.length === MAX_DEPTH) return fail('malformed_request')
    for (const [key, inner] of Object.entries(value)) {
      if (textProblem(key)) return fail('malformed_request')
      waiting.push({ value: inner, path: [...path, key] })
    }
  }
  return null
}
