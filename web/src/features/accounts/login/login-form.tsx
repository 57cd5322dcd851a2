import { Button, Stack, TextInput } from '@mantine/core'
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { signIn as signInContract } from '#domain/accounts/contract.ts'
import type { EnteredSession } from '#domain/accounts/model.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import { publicTexts } from '#domain/kernel/public-texts.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { clearMessages, readNews, readNotice } from '#web/platform/session.ts'
import { send as sendRequest } from '#web/platform/transport.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { AuthLink, emailSoFar, queryOf } from '../auth-link.tsx'
import { emailProblem } from '../email-problem.ts'
import { inPageWords, say, spoken } from '../page-words.ts'
import { PasswordField } from '../password-field.tsx'
import { keepSignIn } from '../sign-in.ts'
import classes from './login-form.module.css'

/** Written out for the login page's budget; api.test.ts compares it with the contract. */
export const signInCall = { method: 'POST', path: '/auth/signin' } as const

/** Signs in and stores the token; false: the second factor is asked for first. Throws ApiError with the server's text. */
const signIn = async (credentials: Request<typeof signInContract>['body']): Promise<boolean> => {
  const { method, path } = signInCall
  const answer = await sendRequest({ method, url: `/api${path}`, token: null, body: credentials })
  return keepSignIn(answer as EnteredSession, credentials.invitation)
}

type Typed = { readonly email: string; readonly password: string }
type Fields = Typed & { readonly code: string }

const check = ({ email, password }: Typed) => ({
  email: emailProblem(email),
  // Fixed wording (docs/product/accounts.md "Fields").
  password: password === '' ? 'Password is required' : undefined,
})

/** Why the last session ended, shown like a failure of the form. */
const refusalOf = (message: string) => new ApiError({ status: 401, code: 'unauthenticated', message })

const BlockedText: ComponentType = () => (
  <FormError error={inPageWords(refusalOf(publicTexts.account_blocked))} />
)

// Loaded only by those who need it.
const BlockedToast = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('./blocked-toast.tsx').then(
      module => ({ default: module.BlockedToast }),
      // Loading it failed with the connection. The text under the form says the same, and the page must not crash.
      () => ({ default: BlockedText }),
    ),
)

type CodeParts = Pick<typeof import('./code-by-mail.tsx'), 'CodeByMail' | 'CodeField'>
// Without a connection no code can be mailed either.
const loadCode = (): Promise<CodeParts> =>
  import('./code-by-mail.tsx').catch(() => ({ CodeByMail: () => <></>, CodeField: () => <></> }))
const CodeByMail = lazy(async () => ({ default: (await loadCode()).CodeByMail }))
const CodeField = lazy(async () => ({ default: (await loadCode()).CodeField }))

type Props = {
  readonly prefill: Typed | null
  readonly onReady: () => void
  readonly onSignedIn: () => void
  /** The password was right, and a code is asked for. */
  readonly onSecondFactor: () => void
}

/** Email and password. The server's text appears under the form; what was typed stays. */
export function LoginForm({ prefill, onReady, onSignedIn, onSecondFactor }: Props) {
  const [initial] = useState({ email: emailSoFar(), password: '', code: '' })
  const [codeTo, setCodeTo] = useState<string | null>(null)
  const [invitation] = useState(() => queryOf().get('invitation') ?? undefined)
  const [notice] = useState(readNotice)
  const isBlocked = notice === publicTexts.account_blocked
  const [news] = useState(readNews)
  useEffect(clearMessages, [])
  const submit = useRef<HTMLButtonElement>(null)
  const send = async ({ email, password, code }: Fields) => {
    onReady()
    const more = { ...(invitation && { invitation }), ...(codeTo !== null && { code }) }
    if (await signIn({ email: email.trim(), password, ...more })) onSignedIn()
    else onSecondFactor()
  }
  const form = useForm<keyof Fields>({
    initial,
    check: fields => ({
      ...check(fields),
      code: codeTo !== null && fields.code.trim() === '' ? say('Code is required') : undefined,
    }),
    send,
  })
  const fillIn = useEffectEvent(({ email, password }: Typed) => {
    form.fill({ email, password })
    submit.current?.focus()
  })
  useEffect(() => {
    if (prefill) fillIn(prefill)
  }, [prefill])
  const { email } = form.fields
  const codeMailed = () => {
    setCodeTo(email.trim())
    form.fill({ code: '' })
  }
  const codeLink = (label: string) => (
    <Suspense>
      <CodeByMail email={email} label={label} onMailed={codeMailed} />
    </Suspense>
  )
  // Strangers who guess can make an unknown device wait for long; what is mailed always works (decisions 27 and 131).
  const remedy = (code: ApiError['code']) => {
    if (code === 'invitation_ended') return <a href="/">{say('Log in without it')}</a>
    if (code === 'wrong_code') return codeLink(say('Mail another code'))
    return (
      code === 'too_many_requests' && (
        <>
          {codeLink(say('Log in with a code by email'))}
          <br />
          <AuthLink href="/reset-password" email={email}>
            {say('Or set a new password by email')}
          </AuthLink>
        </>
      )
    )
  }

  return (
    <form {...form.form} onInput={onReady} aria-label={say('Log in')}>
      <Stack gap="md">
        {news !== null && (
          <p className={classes.news} role="status">
            {say(news)}
          </p>
        )}
        <TextInput
          {...spoken(form.field('email'))}
          label={say('Email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus={initial.email === ''}
          size="md"
        />
        <div>
          <PasswordField
            {...spoken(form.field('password'))}
            label={say('Password')}
            autoComplete="current-password"
            autoFocus={initial.email !== ''}
          />
          <p className={classes.forgot}>
            <AuthLink href="/reset-password" email={email}>
              {say('Forgot password')}
            </AuthLink>
          </p>
        </div>
        {codeTo !== null && (
          <Suspense>
            <CodeField {...spoken(form.field('code'))} to={codeTo} />
          </Suspense>
        )}
        <Button ref={submit} type="submit" size="md" fullWidth loading={form.isSending}>
          {say('Log in')}
        </Button>
        <FormError
          error={inPageWords(form.refusal ?? (notice === null || isBlocked ? null : refusalOf(notice)))}
          remedy={remedy}
        />
      </Stack>
      <p className={classes.new}>{say('New to Galley?')}</p>
      <AuthLink href="/signup" look="button">
        {say('Sign Up')}
      </AuthLink>
      <Suspense>{isBlocked && <BlockedToast />}</Suspense>
    </form>
  )
}
