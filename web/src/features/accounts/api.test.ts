import { expect, test } from 'vitest'
import {
  checkResetToken,
  confirmEmail,
  finishApple,
  finishGoogle,
  forgotPassword,
  listProviders,
  resendConfirmation,
  resetPassword,
  signUp,
} from '#domain/accounts/contract.ts'
import { publicEndpoints } from './api.ts'

test.each([
  [publicEndpoints.signUp, signUp],
  [publicEndpoints.confirmEmail, confirmEmail],
  [publicEndpoints.resendConfirmation, resendConfirmation],
  [publicEndpoints.forgotPassword, forgotPassword],
  [publicEndpoints.checkResetToken, checkResetToken],
  [publicEndpoints.resetPassword, resetPassword],
  [publicEndpoints.listProviders, listProviders],
  [publicEndpoints.finishGoogle, finishGoogle],
  [publicEndpoints.finishApple, finishApple],
])('$path is the address in the contract', (endpoint, { method, path }) => {
  expect(endpoint).toEqual({ method, path })
})
