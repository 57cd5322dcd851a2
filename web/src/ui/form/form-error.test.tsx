import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failures } from '#domain/kernel/failure.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { ThemeProvider } from '../theme/provider.tsx'
import { FormError } from './form-error.tsx'

test('an invitation with a cut-off token is reported as ended, in the words of the table of failures', () => {
  const error = new ApiError({
    status: 422,
    code: 'validation_error',
    message: 'Validation error',
    errors: { invitation: ['Invalid string'] },
  })
  render(<FormError error={error} remedy={code => code === 'invitation_ended' && 'Go on'} />, {
    wrapper: ThemeProvider,
  })
  expect(screen.getByRole('alert').textContent).toBe(`${failures.invitation_ended.message} Go on`)
})
