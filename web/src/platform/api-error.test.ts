import { expect, test } from 'vitest'
import { expectApiError, unreachable } from './api-error.ts'

test('a failed call passes silently, a bug does not', () => {
  expect(() => expectApiError(unreachable())).not.toThrow()
  expect(() => expectApiError(new TypeError('a bug'))).toThrow('a bug')
})
