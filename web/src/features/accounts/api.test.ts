import { expect, test } from 'vitest'
import {
  checkResetToken,
  confirmEmail,
  forgotPassword,
  resendConfirmation,
  resetPassword,
  signUp,
} from '#domain/accounts/contract.ts'
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
