import { expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { reportFault } from './report-fault.ts'

it('A page tells each of its faults once, five at most, and none that a network causes', () => {
  const send = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }))
  const told = () => send.mock.calls.map(([, init]) => JSON.parse(String(init?.body)).message)
  reportFault(new Error('first'))
  reportFault(new Error('first'))
  reportFault(new ApiError({ status: 409, code: 'already_live', message: 'no' }))
  reportFault(new TypeError('Failed to fetch'))
  reportFault(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
  reportFault('a text')
  expect(told()).toEqual(['first'])
  const messages = ["Cannot read properties of undefined (reading 'network')", '3', '4', '5', '6']
  for (const message of messages) reportFault(new Error(message))
  expect(told()).toEqual(['first', ...messages.slice(0, 4)])
  send.mockRestore()
})
