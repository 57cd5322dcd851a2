import { Button, Stack } from '@mantine/core'
import { type ComponentProps, useEffect, useState } from 'react'
import { phrase } from '#domain/kernel/languages/words.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { browser, endSession, storeNews } from '#web/platform/session.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { checkResetToken, resetPassword } from '../api.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { AuthLink, queryOf } from '../auth-link.tsx'
import { NewPasswordForm } from '../new-password-form.tsx'
import { inPageWords, say } from '../page-words.ts'
import classes from './reset-password-screen.module.css'

type Link = { readonly token: string; readonly email: string }

const linkOf = (): Link => {
  const query = queryOf()
  return { token: query.get('token') ?? '', email: (query.get('email') ?? '').trim() }
}

type Checked = 'asking' | 'good' | { readonly trouble: unknown }

/**
 * A link that does not work leads to the login page, which says why; if the server does not answer, we cannot tell
 * (docs/product/accounts.md "Forgotten password").
 */
const useCheckedLink = (link: Link) => {
  const [checked, setChecked] = useState<Checked>('asking')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew
  useEffect(() => {
    const stop = new AbortController()
    setChecked('asking')
    checkResetToken(link, stop.signal).then(
      () => setChecked('good'),
      error => {
        if (stop.signal.aborted) return
        const isAnswer = error instanceof ApiError && [404, 409, 422].includes(error.status)
        if (isAnswer) endSession(error.code === 'link_ended' ? error.message : linkEnded)
        else setChecked({ trouble: error })
      },
    )
    return () => stop.abort()
  }, [link, round])
  return { checked, askAgain: () => setRound(round + 1) }
}

/** A link without token or address was cut off in the mail. */
const linkEnded = phrase(
  'This link is incomplete. Please open it again from the email, or ask for a new one.',
)

/** Sets a new password: the page that the mailed link opens (docs/product/accounts.md "Forgotten password"). */
export function ResetPasswordScreen() {
  const [link] = useState(linkOf)
  const { checked, askAgain } = useCheckedLink(link)
  return (
    <AuthLayout
      title={say('Set a new password')}
      lead={
        checked === 'good'
          ? say(
              'For {email}. The new password signs you out on all devices and ends the addresses of your calendar feeds.',
              { email: link.email },
            )
          : undefined
      }
    >
      {checked === 'asking' && (
        <p className={classes.asking} role="status">
          {say('Checking the link…')}
        </p>
      )}
      {checked === 'good' && <ResetPasswordForm link={link} />}
      {typeof checked === 'object' && (
        <Stack mt="lg" align="start">
          <FormError error={inPageWords(checked.trouble)} />
          <Button variant="default" onClick={askAgain}>
            {say('Retry')}
          </Button>
        </Stack>
      )}
    </AuthLayout>
  )
}

function ResetPasswordForm({ link }: { link: Link }) {
  const send: ComponentProps<typeof NewPasswordForm>['send'] = async fields => {
    await resetPassword({ ...link, ...fields })
    storeNews(phrase('Your password has been changed. Log in with the new one.'))
    browser.toLogin()
    // The form stays busy until the login page appears: sent twice, the link would be refused.
    return new Promise<never>(() => undefined)
  }
  return (
    <>
      <NewPasswordForm
        label={say('Set a new password')}
        button={say('Save')}
        email={link.email}
        send={send}
      />
      <AuthLink href="/">{say('Back to login')}</AuthLink>
    </>
  )
}
