import { Loader } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { providerNames } from '#domain/accounts/providers.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { storeNotice } from '#web/platform/session.ts'
import { readToken } from '#web/platform/token.ts'
import { Toasts, toast } from '#web/ui/toast.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { finishSignIn } from './finish-sign-in.ts'
import { LoginScreen } from './login/login-screen.tsx'
import {
  type ProviderReturn,
  readProviderReturn,
  rememberedInvitation,
  rememberInvitation,
} from './oauth-return.ts'
import { inPageWords, say } from './page-words.ts'
import classes from './provider-return-screen.module.css'
import { dropWaitingSignIn } from './sign-in.ts'

type Props = { readonly onReady: () => void; readonly onSignedIn: () => void }

/** Each return is exchanged once: its code works once, and effects may run twice. */
const exchanges = new Map<string, Promise<boolean>>()
const exchangeOnce = (returned: ProviderReturn): Promise<boolean> => {
  const key = JSON.stringify(returned)
  const exchange = exchanges.get(key) ?? finishSignIn(returned)
  exchanges.set(key, exchange)
  return exchange
}

/** Takes code and state out of the address and the history; an invitation stays for the form. */
const tidyAddress = (error: unknown): void => {
  const invitation = rememberedInvitation()
  rememberInvitation(null)
  const hasEnded = error instanceof ApiError && error.code === 'invitation_ended'
  const search = invitation === null || hasEnded ? '' : `?${new URLSearchParams({ invitation })}`
  window.history.replaceState(null, '', `/${search}`)
}

/**
 * Back from Google or Apple (docs/product/accounts.md "Google and Apple"). A failure appears under the login form; a blocked
 * account gets its toast.
 */
export function ProviderReturnScreen({ onReady, onSignedIn }: Props) {
  const [returned] = useState(() => readProviderReturn(window.location.search))
  const [isAtLogin, setAtLogin] = useState(returned === null)
  const succeed = useEffectEvent(onSignedIn)
  const prepare = useEffectEvent(onReady)
  useEffect(() => {
    if (returned === null) return
    // Somebody who is signed in stays signed in, whatever the address contains.
    const wasSignedIn = readToken() !== null
    prepare()
    const goOn = (isIn: boolean) => {
      if (wasSignedIn) {
        dropWaitingSignIn()
        return window.location.replace('/')
      }
      if (isIn) return succeed()
      // The login page asks for the code.
      window.history.replaceState(null, '', '/')
      setAtLogin(true)
    }
    exchangeOnce(returned).then(goOn, (error: unknown) => {
      tidyAddress(error)
      if (wasSignedIn) return window.location.replace('/')
      if (error instanceof ApiError && error.status === 401) toast.error(messageOf(inPageWords(error)))
      else storeNotice(messageOf(inPageWords(error)))
      setAtLogin(true)
    })
  }, [returned])

  if (isAtLogin)
    return (
      <>
        <LoginScreen onReady={onReady} onSignedIn={onSignedIn} />
        <Toasts />
      </>
    )
  return (
    <AuthLayout title={say('Log in')}>
      <p className={classes.waiting} role="status">
        <Loader size="sm" aria-hidden />{' '}
        {say('Signing you in with {provider}…', {
          provider: returned ? providerNames[returned.provider] : '',
        })}
      </p>
    </AuthLayout>
  )
}
