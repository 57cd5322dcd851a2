import { Button, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { PASSWORD_MIN } from '#domain/accounts/account-fields.ts'
import { parseJson } from '#domain/kernel/json.ts'
import type { ApiError } from '#web/platform/api-error.ts'
import { draftPrefix } from '#web/platform/session.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type Fields, useForm } from '#web/ui/form/use-form.ts'
import { signUp } from '../api.ts'
import { AuthLink, emailSoFar, queryOf } from '../auth-link.tsx'
import { isEmail } from '../email-problem.ts'
import { fieldProblems } from '../field-problems.ts'
import { inPageWords, say, spoken } from '../page-words.ts'
import { PasswordField } from '../password-field.tsx'
import classes from './signup-form.module.css'

const KEY = `${draftPrefix}sign-up`
/** Passwords are not kept. */
const names = ['name', 'last_name', 'email', 'phone_number', 'company'] as const
type Typed = Readonly<Record<(typeof names)[number], string>>

/**
 * What was typed into the sign-up form in this tab, through the login page, a provider’s page or a reload. What an invitation has filled in
 * belongs to that invitation.
 */
const readSignupDraft = (invitation: string | undefined): Typed => {
  const stored = parseJson(sessionStorage.getItem(KEY) ?? '')
  const kept = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const typed = kept.invitation === undefined || kept.invitation === invitation ? kept : {}
  const text = (name: string) => (typeof typed[name] === 'string' ? typed[name] : '')
  return Object.fromEntries(names.map(name => [name, text(name)])) as Typed
}

const keepSignupDraft = (fields: Typed, invitation: string | undefined): void => {
  const typed = Object.fromEntries(names.map(name => [name, fields[name]]))
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...typed, invitation }))
  } catch (error) {
    // A full storage keeps nothing; the form works without.
    if (!(error instanceof DOMException)) throw error
  }
}

const dropSignupDraft = (): void => sessionStorage.removeItem(KEY)

type Name = keyof typeof fieldProblems

const check = (fields: Fields<Name>) => ({
  name: fieldProblems.name(fields.name),
  last_name: fieldProblems.last_name(fields.last_name),
  email: fieldProblems.email(fields.email),
  password: fieldProblems.password(fields.password),
  password_confirmation: fieldProblems.password_confirmation(fields.password_confirmation, fields.password),
  phone_number: fieldProblems.phone_number(fields.phone_number),
  company: fieldProblems.company(fields.company),
})

/** What the link of an invitation carries: `name` is first and last name, separated by the first space. */
const invited = () => {
  const query = queryOf()
  const [name = '', ...rest] = (query.get('name') ?? '').trim().split(' ')
  const email = emailSoFar()
  return {
    name,
    last_name: rest.join(' ').trim(),
    email,
    // An invalid address stays editable, or nobody could go on.
    isLocked: query.has('email') && isEmail(email),
    invitation: query.get('invitation') ?? undefined,
  }
}

/** What the link and the login page give, then what was typed here before; nothing of what was typed for another address. */
const begin = ({ isLocked, invitation, ...prefill }: ReturnType<typeof invited>): Fields<Name> => {
  const typed = readSignupDraft(invitation)
  const given = { ...prefill, phone_number: '', company: '', password: '', password_confirmation: '' }
  if (isLocked && typed.email !== prefill.email) return given
  return {
    ...given,
    name: prefill.name || typed.name,
    last_name: prefill.last_name || typed.last_name,
    email: prefill.email || typed.email,
    phone_number: typed.phone_number,
    company: typed.company,
  }
}

type Props = { readonly onReady: () => void; readonly onSignedIn: () => void }

/** Create an account. The server's text appears under the form; what was typed stays. */
export function SignupForm({ onReady, onSignedIn }: Props) {
  const [link] = useState(invited)
  const { invitation, isLocked } = link
  const [initial] = useState(() => begin(link))
  const send = async (fields: Fields<Name>) => {
    onReady()
    await signUp({ ...fields, email: fields.email.trim(), ...(invitation && { invitation }) })
    dropSignupDraft()
    onSignedIn()
  }
  const form = useForm<Name>({ initial, check, send })
  useEffect(() => keepSignupDraft(form.fields, invitation), [form.fields, invitation])
  const text = (name: Name, label: string, autoComplete: string) =>
    ({
      ...spoken(form.field(name)),
      label,
      autoComplete,
      size: 'md',
      autoFocus: name === firstEmpty,
    }) as const
  const firstEmpty = initial.name === '' ? 'name' : initial.last_name === '' ? 'last_name' : 'password'
  // Somebody with an account accepts the invitation by logging in; an invitation that has ended does not prevent signing up.
  const remedy = (code: ApiError['code']) => {
    if (code === 'account_exists')
      return <AuthLink href={`/${window.location.search}`}>{say('Log in')}</AuthLink>
    return code === 'invitation_ended' && <a href="/signup">{say('Sign up without it')}</a>
  }

  return (
    <form {...form.form} onInput={onReady} aria-label={say('Create an account')}>
      <Stack gap="md">
        <div className={classes.names}>
          <TextInput {...text('name', say('First name'), 'given-name')} />
          <TextInput {...text('last_name', say('Last name'), 'family-name')} />
        </div>
        <TextInput
          {...text('email', say('Email'), 'username')}
          type="email"
          inputMode="email"
          readOnly={isLocked}
          classNames={isLocked ? { input: classes.locked ?? '' } : {}}
          description={isLocked && say('The address that the invitation was sent to.')}
        />
        <PasswordField
          {...text('password', say('Password'), 'new-password')}
          description={say('At least {count} characters.', { count: PASSWORD_MIN })}
        />
        <PasswordField {...text('password_confirmation', say('Confirm password'), 'new-password')} />
        <TextInput {...text('phone_number', say('Phone number'), 'tel')} type="tel" inputMode="tel" />
        <TextInput {...text('company', say('Company'), 'organization')} />
        <Button type="submit" size="md" fullWidth loading={form.isSending} mt={4}>
          {say('Sign Up')}
        </Button>
        <FormError error={inPageWords(form.refusal)} remedy={remedy} />
      </Stack>
      <p className={classes.login}>
        {say('Already have an account?')}{' '}
        <AuthLink href={`/${window.location.search}`} email={form.fields.email}>
          {say('Log in')}
        </AuthLink>
      </p>
    </form>
  )
}
