import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { OwnIdentity, SignInMethods } from '#domain/accounts/model.ts'
import { type Provider, providerNames } from '#domain/accounts/providers.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { PasswordField } from '../password-field.tsx'
import { useStartLinkingIdentity, useUnlinkIdentity } from './api.ts'
import classes from './identity-list.module.css'

const here = browserTimezone()

const ProviderSign = ({ provider }: { provider: Provider }) => (
  <span className={classes[provider]} aria-hidden />
)

/** The linked Google and Apple accounts. Each can be unlinked, except the last way to sign in, and others can be linked. */
export function IdentityList({ ways }: { ways: SignInMethods }) {
  const { has_password, identities } = ways
  return (
    <section className={classes.section} aria-label="Google and Apple">
      <h3 className={classes.title}>Google and Apple</h3>
      {identities.length === 0 ? (
        <Text size="sm" c="dimmed">
          {has_password ? 'You log in with your password only.' : 'Nothing is linked.'}
        </Text>
      ) : (
        <BoxedList>
          {identities.map(identity => (
            <Identity key={identity.id} identity={identity} />
          ))}
        </BoxedList>
      )}
      <LinkProviders ways={ways} />
    </section>
  )
}

function Identity({ identity: { id, provider, email, created_at, can_unlink } }: { identity: OwnIdentity }) {
  const unlink = useUnlinkIdentity()
  const { ask, dialog } = useConfirm()
  const name = providerNames[provider]
  const whyNot = `why-${id}`
  const press = async () => {
    const isSure = await ask({
      title: `Unlink ${name}?`,
      text: `${email || 'This account'} will no longer sign you in.`,
      confirmLabel: 'Unlink',
      cancelLabel: 'Keep it',
    })
    if (isSure) sayWhenDone(unlink.mutateAsync(id), `${name} was unlinked`)
  }
  return (
    <li className={classes.identity}>
      <ProviderSign provider={provider} />
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        {email !== '' && <span className={classes.email}> {email}</span>}
        <div className={classes.details}>
          Linked <ZonedTime instant={created_at} timezone={here} format="day" zone="hint" />
          {!can_unlink && (
            <span id={whyNot}> · Your only way to sign in: set a password or link another account first</span>
          )}
        </div>
      </div>
      <Button
        variant="default"
        size="xs"
        loading={unlink.isPending}
        disabled={!can_unlink}
        onClick={() => void press()}
        aria-label={`Unlink ${name} ${email}`.trim()}
        aria-describedby={can_unlink ? undefined : whyNot}
      >
        Unlink
      </Button>
      {dialog}
    </li>
  )
}

function LinkProviders({ ways: { has_password, identities, providers } }: { ways: SignInMethods }) {
  const begin = useStartLinkingIdentity({ ownErrors: false })
  /** Where the form for the password is to lead. */
  const [asking, setAsking] = useState<Provider | null>(null)
  return (
    <>
      <div className={classes.buttons}>
        {providers.map(provider => {
          const isAnother = identities.some(identity => identity.provider === provider)
          return (
            <Button
              key={provider}
              variant="default"
              leftSection={<ProviderSign provider={provider} />}
              loading={!has_password && (begin.isPending || begin.isSuccess)}
              aria-expanded={has_password ? asking === provider : undefined}
              onClick={() => (has_password ? setAsking(provider) : begin.mutate({ provider }))}
            >
              Link {isAnother ? 'another ' : ''}
              {providerNames[provider]}
              {isAnother ? ' account' : ''}
            </Button>
          )
        })}
      </div>
      {asking && <PasswordToLink key={asking} provider={asking} onCancel={() => setAsking(null)} />}
    </>
  )
}

/** Somebody who finds an unlocked computer must not link an account of their own. */
function PasswordToLink({ provider, onCancel }: { provider: Provider; onCancel: () => void }) {
  const begin = useStartLinkingIdentity({ ownErrors: true })
  const form = useForm<'password'>({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' ? 'Password is required' : undefined }),
    send: async ({ password }) => {
      await begin.mutateAsync({ provider, password })
    },
  })
  const name = providerNames[provider]
  return (
    <form {...form.form} aria-label={`Link ${name}`}>
      <Stack gap="xs">
        <PasswordField
          {...form.field('password')}
          size="sm"
          label="Your Galley password"
          description={`Confirm that it is you who links ${name}.`}
          autoComplete="current-password"
        />
        <FormError error={form.refusal} />
        <Group gap="xs">
          <Button type="submit" loading={form.isSending || begin.isSuccess}>
            Continue to {name}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
