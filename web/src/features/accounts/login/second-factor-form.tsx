import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import type * as contract from '#domain/accounts/second-factor-contract.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { callPublic } from '#web/platform/public-call.ts'
import { storeNotice } from '#web/platform/session.ts'
import { beginSession } from '#web/platform/token.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { inPageWords, say } from '../page-words.ts'
import { dropWaitingSignIn, type WaitingSignIn } from '../sign-in.ts'

/** api.test.ts compares it with the contract. */
export const secondFactorCall = { method: 'POST', path: '/auth/signin/second-factor' } as const

/** Finishes a sign-in with a code, and stores its session. Throws ApiError with the server's texts. */
const enterSecondFactor = async (waiting: WaitingSignIn, code: string): Promise<void> => {
  const body = { ...waiting, code }
  beginSession(await callPublic<typeof contract.enterSecondFactor>(secondFactorCall, body))
  dropWaitingSignIn()
}

type Props = {
  readonly waiting: WaitingSignIn
  readonly onSignedIn: () => void
  readonly onBack: () => void
}

/** After the password, or after Google or Apple (docs/product/accounts.md "Second factor"). */
export function SecondFactorForm({ waiting, onSignedIn, onBack }: Props) {
  const back = () => {
    dropWaitingSignIn()
    onBack()
  }
  const form = useForm<'code'>({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? say('Code is required') : undefined }),
    send: async ({ code }) => {
      try {
        await enterSecondFactor(waiting, code)
        onSignedIn()
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'sign_in_ended') throw error
        // The password has to be entered again.
        storeNotice(error.message)
        back()
      }
    },
  })
  return (
    <form {...form.form} aria-label={say('Second factor')}>
      <Stack gap="md">
        <TextInput
          {...form.field('code')}
          label={say('Code')}
          description={say(
            'The six digits that your authenticator app shows. Without your phone: one of your recovery codes.',
          )}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoFocus
          size="md"
        />
        <Button type="submit" size="md" fullWidth loading={form.isSending}>
          {say('Log in')}
        </Button>
        <FormError
          error={inPageWords(form.refusal)}
          remedy={code =>
            code === 'invitation_ended' && (
              <a href="/" onClick={dropWaitingSignIn}>
                {say('Log in without it')}
              </a>
            )
          }
        />
        <Anchor component="button" type="button" size="sm" fw={600} ta="center" onClick={back}>
          {say('Back')}
        </Anchor>
      </Stack>
    </form>
  )
}
