import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { unlinkIdentity } from '#domain/accounts/contract.ts'
import { confirmItIsYou, getSecondFactor } from '#domain/accounts/second-factor-contract.ts'
import { storeToken } from '#web/platform/token.ts'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { confirmCalls } from './ask-who-it-is.tsx'
import { callConfirmed } from './call-confirmed.ts'

beforeEach(() => storeToken({ token: 'a-token-of-a-session', expires_in: 3600 }))

const unlink = () => callConfirmed(unlinkIdentity, { params: { identityId: 8 } })
const methods = { has_password: true, identities: [], providers: [] }

/** A server that asks anew until it was told. */
const serveAsking = (ways: { turned_on_at: string | null; has_password: boolean }, refuseFirst?: object) => {
  let isConfirmed = false
  let isFirst = refuseFirst !== undefined
  return serve({
    'DELETE /api/auth/identities/8': () =>
      isConfirmed
        ? answer(200, methods)
        : refusal(403, 'confirm_it_is_you', 'Please confirm that it is you.'),
    'GET /api/auth/second-factor': () => answer(200, { recovery_codes_left: 0, ...ways }),
    'POST /api/auth/sessions/confirm': () => {
      if (isFirst) {
        isFirst = false
        return refusal(422, 'validation_error', 'Validation error', {
          password: ['The password is not correct'],
        })
      }
      isConfirmed = true
      return answer(200, {})
    },
  })
}

test.each([
  [confirmCalls.confirmItIsYou, confirmItIsYou],
  [confirmCalls.getSecondFactor, getSecondFactor],
])('$path is the address in the contract', (own, { method, path }) => {
  expect(own).toEqual({ method, path })
})

test('a call that asks anew is made again after the password, which may be mistyped first', async () => {
  const calls = serveAsking({ has_password: true, turned_on_at: null }, {})
  const unlinked = unlink()
  await userEvent.type(await screen.findByLabelText('Password'), 'wrong{Enter}')
  expect(await screen.findByText('The password is not correct')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Password'), '{Control>}a{/Control}right{Enter}')
  expect(await unlinked).toEqual(methods)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.filter(({ address }) => address.startsWith('DELETE'))).toHaveLength(2)
})

test('a code is asked for where the second factor is on', async () => {
  const calls = serveAsking({ has_password: true, turned_on_at: '2026-11-20T10:00:00.000Z' })
  const unlinked = unlink()
  await userEvent.type(await screen.findByLabelText('Code'), '123 456{Enter}')
  await unlinked
  expect(calls).toContainEqual({ address: 'POST /api/auth/sessions/confirm', body: { code: '123 456' } })
})

test('who cancels has changed nothing, and learns why', async () => {
  serveAsking({ has_password: true, turned_on_at: null })
  const unlinked = unlink()
  const refused = expect(unlinked).rejects.toThrow('Please confirm that it is you.')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await refused
})

test('who has neither is told to log in again', async () => {
  serveAsking({ has_password: false, turned_on_at: null })
  const refused = expect(unlink()).rejects.toThrow('Please confirm that it is you.')
  expect(await screen.findByText(/log out and log in again first/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await refused
})
