import { expect, test } from 'vitest'
import { checkResetToken, forgotPassword, resetPassword } from '#domain/accounts/password/contract.ts'
import { confirmEmail, resendConfirmation, signUp } from '#domain/accounts/registration/contract.ts'
import { confirmationCalls, passwordCalls, signUpCall } from './api.ts'

test.each([
  [signUpCall, signUp],
  [passwordCalls.forgot, forgotPassword],
  [passwordCalls.check, checkResetToken],
  [passwordCalls.set, resetPassword],
  [confirmationCalls.confirm, confirmEmail],
  [confirmationCalls.resend, resendConfirmation],
])('$path goes where the contract says', (call, { method, path }) => {
  expect(call).toEqual({ method, path })
})
