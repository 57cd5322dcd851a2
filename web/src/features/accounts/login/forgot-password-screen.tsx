import { Button, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { forgotPassword } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { AuthLink, emailSoFar } from '../auth-link.tsx'
import { emailProblem } from '../email-problem.ts'
import { inPageWords, say, spoken } from '../page-words.ts'
import classes from './forgot-password-screen.module.css'

/**
 * Asks for a reset link. The answer is the same whether or not the address has an account (docs/product/accounts.md "Forgotten
 * password").
 */
export function ForgotPasswordScreen() {
  const [isSent, setSent] = useState(false)
  return (
    <AuthLayout
      title={say('Forgot password')}
      lead={
        isSent
          ? undefined
          : say('Enter your email address, and we will send you a link to set a new password.')
      }
    >
      {isSent ? <Sent /> : <ForgotForm onSent={() => setSent(true)} />}
    </AuthLayout>
  )
}

function ForgotForm({ onSent }: { onSent: () => void }) {
  const [initial] = useState({ email: emailSoFar() })
  const form = useForm<'email'>({
    initial,
    check: ({ email }) => ({ email: emailProblem(email) }),
    send: async ({ email }) => {
      await forgotPassword(email.trim())
      onSent()
    },
  })
  return (
    <form {...form.form} aria-label={say('Forgot password')}>
      <Stack gap="md">
        <TextInput
          {...spoken(form.field('email'))}
          label={say('Email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
          size="md"
        />
        <Button type="submit" size="md" fullWidth loading={form.isSending}>
          {say('Send')}
        </Button>
        <FormError error={inPageWords(form.refusal)} />
      </Stack>
      <AuthLink href="/" email={form.fields.email}>
        {say('Back')}
      </AuthLink>
    </form>
  )
}

function Sent() {
  const text = useRef<HTMLParagraphElement>(null)
  // The form is gone and the focus with it: move it to the answer.
  useEffect(() => text.current?.focus(), [])
  return (
    <>
      <p ref={text} tabIndex={-1} role="status" className={classes.sent}>
        {/* Fixed wording (docs/product/accounts.md "Forgotten password"). */}
        {say('An email has been sent to your email address with instructions to reset your password')}
      </p>
      <AuthLink href="/">{say('Go back')}</AuthLink>
    </>
  )
}
