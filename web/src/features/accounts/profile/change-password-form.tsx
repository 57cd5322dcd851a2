import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { PASSWORD_MIN } from '#domain/accounts/account-fields.ts'
import { useMe } from '#web/platform/me.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type Fields, useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { fieldProblems } from '../field-problems.ts'
import { PasswordField } from '../password-field.tsx'
import { useChangePassword } from './api.ts'
import classes from './change-password-form.module.css'

type Name = 'old_password' | 'password' | 'password_confirmation'
const initial = { old_password: '', password: '', password_confirmation: '' }

const check = (fields: Fields<Name>, hasPassword: boolean) => ({
  // Fixed wording (docs/product/accounts.md "Fields").
  old_password: hasPassword && fields.old_password === '' ? 'Password is required' : undefined,
  password: fieldProblems.password(fields.password),
  password_confirmation: fieldProblems.password_confirmation(fields.password_confirmation, fields.password),
})

type Props = {
  /** Somebody who signed up with Google or Apple sets their first password. */
  readonly hasPassword: boolean
  readonly onChanged: (isChanged: boolean) => void
}

/** A new password ends every other session. The server asks for the current one, if there is one. */
export function ChangePasswordForm({ hasPassword, onChanged }: Props) {
  const me = useMe()
  const change = useChangePassword()
  const form = useForm<Name>({
    initial,
    check: fields => check(fields, hasPassword),
    send: async ({ old_password, ...fields }) => {
      await change({ ...fields, ...(hasPassword && { old_password }) })
      form.fill(initial)
      toast.success(`Password ${hasPassword ? 'changed' : 'set'}. You were signed out everywhere else.`)
    },
  })
  const isChanged = Object.values(form.fields).some(text => text !== '')
  const report = useEffectEvent(onChanged)
  useEffect(() => report(isChanged), [isChanged])
  return (
    <form {...form.form} aria-label="Password">
      <Stack>
        <div>
          <h3 className={classes.title}>{hasPassword ? 'Password' : 'Set a password'}</h3>
          <Text size="sm" c="dimmed">
            {hasPassword ? '' : `You can log in with ${me.email} and a password as well. `}A new password
            signs you out on all other devices and ends the addresses of your calendar feeds.
          </Text>
        </div>
        {/* Tells a password manager which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        {hasPassword && (
          <PasswordField
            {...form.field('old_password')}
            size="sm"
            label="Current password"
            autoComplete="current-password"
          />
        )}
        <PasswordField
          {...form.field('password')}
          size="sm"
          label="New password"
          description={`At least ${PASSWORD_MIN} characters.`}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.field('password_confirmation')}
          size="sm"
          label="Confirm password"
          autoComplete="new-password"
        />
        <Group justify="space-between" wrap="nowrap">
          <FormError error={form.refusal} />
          <Button type="submit" loading={form.isSending}>
            {hasPassword ? 'Change password' : 'Set password'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
