import { expect, test } from 'vitest'
import { expectApiError, unreachable } from './api-error.ts'

test('a failed call is ignored, and any other error is thrown', () => {
  expect(() => expectApiError(unreachable())).not.toThrow()
  expect(() => expectApiError(new TypeError('a bug'))).toThrow('a bug')
})
