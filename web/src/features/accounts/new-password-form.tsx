import { Button, Stack } from '@mantine/core'
import { PASSWORD_MIN } from '#domain/accounts/account-fields.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type Fields, useForm } from '#web/ui/form/use-form.ts'
import { fieldProblems } from './field-problems.ts'
import { inPageWords, say, spoken } from './page-words.ts'
import { PasswordField } from './password-field.tsx'

type Name = 'password' | 'password_confirmation'
const initial = { password: '', password_confirmation: '' }
const check = ({ password, password_confirmation }: Fields<Name>) => ({
  password: fieldProblems.password(password),
  password_confirmation: fieldProblems.password_confirmation(password_confirmation, password),
})

type Props = {
  readonly label: string
  readonly button: string
  /** Tells a password manager which account the password belongs to. */
  readonly email: string
  readonly send: (fields: Fields<Name>) => Promise<void>
}

/** A new password and its confirmation, for the pages that mailed links open. */
export function NewPasswordForm({ label, button, email, send }: Props) {
  const form = useForm<Name>({ initial, check, send })
  return (
    <form {...form.form} aria-label={label}>
      <Stack gap="md">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...spoken(form.field('password'))}
          label={say('New password')}
          description={say('At least {count} characters.', { count: PASSWORD_MIN })}
          autoComplete="new-password"
          autoFocus
        />
        <PasswordField
          {...spoken(form.field('password_confirmation'))}
          label={say('Confirm password')}
          autoComplete="new-password"
        />
        <Button type="submit" size="md" fullWidth loading={form.isSending}>
          {button}
        </Button>
        <FormError error={inPageWords(form.refusal)} />
      </Stack>
    </form>
  )
}
