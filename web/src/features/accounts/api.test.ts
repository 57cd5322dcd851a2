import { expect, test } from 'vitest'
import {
  checkInvitation,
  checkResetToken,
  confirmEmail,
  forgotPassword,
  listSignInProviders,
  resendConfirmation,
  resetPassword,
  signIn,
  signInWithApple,
  signInWithGoogle,
  signUp,
} from '#domain/accounts/contract.ts'
import { enterSecondFactor } from '#domain/accounts/second-factor-contract.ts'
import { sendSignInCode } from '#domain/accounts/sign-in-codes-contract.ts'
import { publicEndpoints } from './api.ts'
import { codeCall } from './login/code-by-mail.tsx'
import { signInCall } from './login/login-form.tsx'
import { secondFactorCall } from './login/second-factor-form.tsx'

test.each([
  [publicEndpoints.signUp, signUp],
  [publicEndpoints.checkInvitation, checkInvitation],
  [publicEndpoints.confirmEmail, confirmEmail],
  [publicEndpoints.resendConfirmation, resendConfirmation],
  [codeCall, sendSignInCode],
  [signInCall, signIn],
  [secondFactorCall, enterSecondFactor],
  [publicEndpoints.forgotPassword, forgotPassword],
  [publicEndpoints.checkResetToken, checkResetToken],
  [publicEndpoints.resetPassword, resetPassword],
  [publicEndpoints.listSignInProviders, listSignInProviders],
  [publicEndpoints.signInWithGoogle, signInWithGoogle],
  [publicEndpoints.signInWithApple, signInWithApple],
])('$path is the address in the contract', (endpoint, { method, path }) => {
  expect(endpoint).toEqual({ method, path })
})
