import { expect, test } from 'vitest'
import { failures } from '#domain/kernel/failure.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { accountErrorTexts, accountTroubleOf } from './account-error.tsx'

const failed = (message: string) => new ApiError({ status: 422, code: 'connection_refused', message })

test('a failure that has one of the two fixed texts shows that one, never both', () => {
  expect(accountTroubleOf(failed(failures.connection_refused.message))).toEqual({
    kind: 'settings',
    detail: null,
  })
  expect(accountTroubleOf(failed(failures.network_not_connected.message))).toEqual({
    kind: 'contact',
    detail: null,
  })
  expect(accountErrorTexts.settings).toBe(failures.connection_refused.message)
})

test('any other failure is shown below the text that names the administrator', () => {
  const words = 'Page 100 is connected, but the Facebook login you used has no access to it.'
  expect(accountTroubleOf(failed(words))).toEqual({ kind: 'contact', detail: words })
})
