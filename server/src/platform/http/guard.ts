import { type Failure, fail } from '#domain/kernel/failure.ts'
import { textProblem } from '#domain/kernel/text.ts'

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
