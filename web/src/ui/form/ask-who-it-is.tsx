import { Button, Group, Modal, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { confirmItIsYou, getSecondFactor } from '#domain/accounts/second-factor-contract.ts'
import type { Output, Request } from '#domain/kernel/endpoint.ts'
import { readToken } from '#web/platform/token.ts'
import { send } from '#web/platform/transport.ts'
import { ThemeProvider } from '../theme/provider.tsx'
import { FormError } from './form-error.tsx'
import { useForm } from './use-form.ts'

/** Written out, so that no schema comes along; ask-who-it-is.test.tsx compares them with the contract. */
export const confirmCalls = {
  confirmItIsYou: { method: 'POST', path: '/auth/sessions/confirm' },
  getSecondFactor: { method: 'GET', path: '/auth/second-factor' },
} as const

const callOwn = ({ method, path }: { readonly method: string; readonly path: string }, body?: unknown) =>
  send({ method, url: `/api${path}`, token: readToken()?.token ?? null, body })

let asking: Promise<boolean> | null = null

/**
 * Asks for the password, or for a code where the second factor is on, over whatever is open; several calls at once ask once. Resolves to whether it was confirmed. It has a root
 * of its own, because any call of any page can need it.
 */
export const askWhoItIs = (): Promise<boolean> => {
  asking ??= new Promise<boolean>(resolve => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const answer = (isConfirmed: boolean) => {
      root.unmount()
      place.remove()
      asking = null
      resolve(isConfirmed)
    }
    root.render(
      <ThemeProvider>
        <WhoItIs onAnswer={answer} />
      </ThemeProvider>,
    )
  })
  return asking
}

type Ways = Output<typeof getSecondFactor>
type Props = { readonly onAnswer: (isConfirmed: boolean) => void }

function WhoItIs({ onAnswer }: Props) {
  const [ways, setWays] = useState<Ways | null>(null)
  const [trouble, setTrouble] = useState<unknown>(null)
  useEffect(() => {
    callOwn(confirmCalls.getSecondFactor).then(answer => setWays(answer as Ways), setTrouble)
  }, [])
  const cancel = () => onAnswer(false)
  return (
    <Modal
      opened
      onClose={cancel}
      title="Confirm that it is you"
      size="sm"
      withCloseButton={false}
      // Escape closes this dialog alone, not the one below it.
      onKeyDownCapture={event => event.key === 'Escape' && cancel()}
      closeOnEscape={false}
      zIndex={400}
    >
      {trouble !== null && (
        <Stack>
          <FormError error={trouble} />
          <Group justify="flex-end">
            <Button onClick={cancel}>Close</Button>
          </Group>
        </Stack>
      )}
      {!ways && trouble === null && <Skeleton height={120} />}
      {ways && (ways.has_password || ways.turned_on_at !== null) && (
        <ConfirmForm ways={ways} onAnswer={onAnswer} />
      )}
      {ways && !ways.has_password && ways.turned_on_at === null && (
        <Stack>
          <Text size="sm">You have no password to ask for. To do this, log out and log in again first.</Text>
          <Group justify="flex-end">
            <Button onClick={cancel}>Close</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function ConfirmForm({ ways, onAnswer }: Props & { readonly ways: Ways }) {
  const by = ways.turned_on_at === null ? 'password' : 'code'
  const label = by === 'password' ? 'Password' : 'Code'
  const form = useForm<'password' | 'code'>({
    initial: { password: '', code: '' },
    check: fields => ({ [by]: fields[by].trim() === '' ? `${label} is required` : undefined }),
    send: async fields => {
      const body = { [by]: fields[by] } as Request<typeof confirmItIsYou>['body']
      await callOwn(confirmCalls.confirmItIsYou, body)
      onAnswer(true)
    },
  })
  const field = { label, autoFocus: true, 'data-autofocus': true, 'data-mantine-stop-propagation': true }
  return (
    <form {...form.form} aria-label="Confirm that it is you">
      <Stack>
        <Text size="sm">This concerns how people get in, money, or all of a client’s posts.</Text>
        {by === 'password' ? (
          <PasswordInput
            {...form.field('password')}
            {...field}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
          />
        ) : (
          <TextInput
            {...form.field('code')}
            {...field}
            description="Of your authenticator app, or a recovery code."
            autoComplete="one-time-code"
          />
        )}
        <FormError error={form.refusal} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
