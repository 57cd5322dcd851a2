import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { setUpSecondFactor } from '#domain/accounts/second-factor-contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Failed } from '#web/ui/states.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import {
  useGetSecondFactor,
  useRenewRecoveryCodes,
  useSetUpSecondFactor,
  useTurnOffSecondFactor,
  useTurnOnSecondFactor,
} from './api.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor-panel.module.css'

const here = browserTimezone()

// Drawn here, not by somebody else's server: the picture is the secret.
const QrPicture = lazy(() => import('./qr-picture.tsx').then(module => ({ default: module.QrPicture })))

/** The second factor: an authenticator app, and recovery codes for the day it is lost (docs/product/accounts.md "Second factor"). */
export function SecondFactorPanel() {
  const { data, error, refetch } = useGetSecondFactor()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <section className={classes.section} aria-label="Second factor">
      <h3 className={classes.title}>Second factor</h3>
      {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      {data && !codes && data.turned_on_at === null && <TurnOn onCodes={setCodes} />}
      {data && !codes && data.turned_on_at !== null && (
        <TurnedOn since={data.turned_on_at} left={data.recovery_codes_left} onCodes={setCodes} />
      )}
    </section>
  )
}

type WithCodes = { readonly onCodes: (codes: readonly string[]) => void }

function TurnOn({ onCodes }: WithCodes) {
  const setUp = useSetUpSecondFactor()
  if (setUp.data) return <FirstCode {...setUp.data} onCodes={onCodes} onCancel={() => setUp.reset()} />
  return (
    <>
      <Text size="sm" c="dimmed">
        A code of an app on your phone is asked for at each login, so that your password alone lets nobody in.
      </Text>
      <div>
        <Button variant="default" loading={setUp.isPending} onClick={() => setUp.mutate()}>
          Turn on
        </Button>
      </div>
    </>
  )
}

type Secret = Output<typeof setUpSecondFactor>

/** In groups of four, to be typed from the screen. */
const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

function FirstCode({ secret, url, onCodes, onCancel }: Secret & WithCodes & { onCancel: () => void }) {
  const turnOn = useTurnOnSecondFactor()
  const form = useForm<'code'>({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? 'Code is required' : undefined }),
    send: async ({ code }) => onCodes((await turnOn(code)).recovery_codes),
  })
  return (
    <form {...form.form} aria-label="Turn the second factor on">
      <Stack>
        <Text size="sm">
          Scan this with an authenticator app, such as the one of your password manager, then enter the code
          that it shows. You are then signed out everywhere else.
        </Text>
        <div className={classes.picture}>
          <Suspense fallback={<Skeleton height={180} width={180} />}>
            <QrPicture text={url} label="QR code for your authenticator app" />
          </Suspense>
        </div>
        <Text size="sm">
          Or type this secret into the app: <code className={classes.secret}>{grouped(secret)}</code>
        </Text>
        <TextInput
          {...form.field('code')}
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
        <FormError error={form.refusal} />
        <Group gap="xs">
          <Button type="submit" loading={form.isSending}>
            Turn on
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function TurnedOn({ since, left, onCodes }: WithCodes & { since: string; left: number }) {
  const off = useTurnOffSecondFactor()
  const renew = useRenewRecoveryCodes()
  const { ask, dialog } = useConfirm()
  const turnOff = async () => {
    const isSure = await ask({
      title: 'Turn the second factor off?',
      text: 'No code is asked for any more when you log in, and your recovery codes end.',
      confirmLabel: 'Turn off',
      cancelLabel: 'Keep it',
    })
    if (isSure) sayWhenDone(off.mutateAsync(), 'Second factor turned off')
  }
  const renewCodes = async () => {
    const isSure = await ask({
      title: 'Get new recovery codes?',
      text: 'The ones that you have now stop working.',
      confirmLabel: 'Get new codes',
      cancelLabel: 'Keep them',
    })
    if (isSure) renew.mutate(undefined, { onSuccess: ({ recovery_codes }) => onCodes(recovery_codes) })
  }
  return (
    <>
      <Text size="sm">
        On since <ZonedTime instant={since} timezone={here} format="day" zone="hint" />.{' '}
        {left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left.
        {left < 3 && ' Get new ones before they run out.'}
      </Text>
      <Group gap="xs">
        <Button variant="default" loading={renew.isPending} onClick={() => void renewCodes()}>
          New recovery codes
        </Button>
        <Button variant="default" loading={off.isPending} onClick={() => void turnOff()}>
          Turn off
        </Button>
      </Group>
      {dialog}
    </>
  )
}
