import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { PASSWORD_MIN } from '#domain/accounts/rules.ts'
import { fieldProblems } from '#web/features/accounts/components/field-problems.ts'
import { PasswordField } from '#web/features/accounts/components/password-field.tsx'
import { Refusal } from '#web/features/accounts/components/refusal.tsx'
import { type Fields, useForm } from '#web/features/accounts/components/use-form.ts'
import { useMe } from '#web/platform/me.ts'
import { toast } from '#web/ui/toast.tsx'
import { useChangePassword } from '../api.ts'

type Name = 'old_password' | 'password' | 'password_confirmation'
const initial = { old_password: '', password: '', password_confirmation: '' }

const check = (fields: Fields<Name>) => ({
  old_password: fields.old_password === '' ? 'Password is required' : undefined,
  password: fieldProblems.password(fields.password),
  password_confirmation: fieldProblems.password_confirmation(fields.password_confirmation, fields.password),
})

/** A new password ends every other session; the server asks for the present one. */
export function PasswordForm({ onChanged }: { onChanged: (isChanged: boolean) => void }) {
  const me = useMe()
  const change = useChangePassword()
  const form = useForm<Name>({
    initial,
    check,
    send: async fields => {
      await change(fields)
      form.fill(initial)
      toast.success('Password changed. You were signed out everywhere else.')
    },
  })
  const isChanged = Object.values(form.fields).some(text => text !== '')
  const report = useEffectEvent(onChanged)
  useEffect(() => report(isChanged), [isChanged])
  return (
    <form {...form.form} aria-label="Password">
      <Stack>
        <Text size="sm" c="dimmed">
          With a new password you are signed out on every other device.
        </Text>
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        <PasswordField
          {...form.field('old_password')}
          size="sm"
          label="Current password"
          autoComplete="current-password"
        />
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
          <Refusal error={form.refusal} />
          <Button type="submit" loading={form.isSending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
