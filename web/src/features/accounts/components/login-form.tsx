import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { signIn, takeNotice } from '#web/platform/session.ts'

type Fields = { readonly email: string; readonly password: string }
type Problems = { readonly [K in keyof Fields]?: string | undefined }

/** The texts of document 1 section 5, before the server is asked. */
export const problemsOf = ({ email, password }: Fields): Problems => ({
  ...(email.trim() === ''
    ? { email: 'Email is required' }
    : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
      ? {}
      : { email: 'Invalid email' }),
  ...(password === '' ? { password: 'Password is required' } : {}),
})

const problemsIn = (error: unknown): Problems =>
  error instanceof ApiError ? { email: error.errors.email?.[0], password: error.errors.password?.[0] } : {}

type Props = {
  readonly prefill: Fields | null
  readonly onReady: () => void
  readonly onSignedIn: () => void
}

/** Email and password. The server's text stands under the form; what was typed stays. */
export function LoginForm({ prefill, onReady, onSignedIn }: Props) {
  const [fields, setFields] = useState<Fields>({ email: '', password: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState(takeNotice)
  const [isSending, setSending] = useState(false)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!prefill) return
    setFields({ email: prefill.email, password: prefill.password })
    setProblems({})
    setRefusal(null)
    submit.current?.focus()
  }, [prefill])

  const change = (name: keyof Fields, value: string) => {
    onReady()
    setFields({ ...fields, [name]: value })
    setProblems({ ...problems, [name]: undefined })
  }
  const show = (found: Problems) => {
    setProblems(found)
    const first = found.email ? email : found.password ? password : null
    first?.current?.focus()
    return first !== null
  }
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending || show(problemsOf(fields))) return
    setRefusal(null)
    setSending(true)
    onReady()
    try {
      await signIn({ email: fields.email.trim(), password: fields.password })
      onSignedIn()
    } catch (error) {
      if (!show(problemsIn(error))) setRefusal(messageOf(error))
      setSending(false)
    }
  }

  return (
    <form onSubmit={send} noValidate aria-label="Log in">
      <Stack gap="md">
        <TextInput
          ref={email}
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
          size="md"
          value={fields.email}
          error={problems.email}
          onChange={event => change('email', event.currentTarget.value)}
        />
        <PasswordInput
          ref={password}
          label="Password"
          name="password"
          autoComplete="current-password"
          size="md"
          value={fields.password}
          error={problems.password}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
          onChange={event => change('password', event.currentTarget.value)}
        />
        <Button ref={submit} type="submit" size="md" fullWidth loading={isSending}>
          Log in
        </Button>
        <Text role="alert" size="sm" c="var(--g-danger-text)" mih={20}>
          {refusal}
        </Text>
      </Stack>
    </form>
  )
}
