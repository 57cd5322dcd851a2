import { useEffect, useState } from 'react'
import type { ConnectOptions } from '#domain/social-accounts/model.ts'

type Sdk = NonNullable<ConnectOptions['sdk']>

/** What Facebook's script returns; without `authResponse` if the person refused. */
type LoginAnswer = {
  readonly status: string
  readonly authResponse?: { readonly accessToken?: string } | null
}
type LoginOptions = { return_scopes: true } & (
  | { scope: string; auth_type: 'rerequest' }
  | { config_id: string }
)
type FacebookSdk = {
  init(options: { appId: string; cookie: boolean; xfbml: boolean; version: string }): void
  login(done: (answer: LoginAnswer) => void, options: LoginOptions): void
}
declare global {
  interface Window {
    FB?: FacebookSdk
    fbAsyncInit?: () => void
  }
}

/** Loads the script once and starts it for this installation's app. `null` while it is loading. */
export const useFacebookSdk = (sdk: Sdk | null): { state: 'loading' | 'ready' | 'failed' } => {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    if (sdk === null) return
    const begin = () => {
      window.FB?.init({ appId: sdk.app_id, cookie: true, xfbml: false, version: sdk.version })
      setState(window.FB ? 'ready' : 'failed')
    }
    if (window.FB) return begin()
    window.fbAsyncInit = begin
    const script = document.createElement('script')
    script.src = sdk.url
    script.async = true
    script.crossOrigin = 'anonymous'
    script.onerror = () => setState('failed')
    document.head.append(script)
    return () => {
      delete window.fbAsyncInit
      script.remove()
    }
  }, [sdk])
  return { state }
}

/**
 * With a configuration id, the permissions are those of the configuration; with names, permissions that were declined before
 * are requested again.
 */
export const loginOptionsOf = ({ scopes, config_id }: Pick<Sdk, 'scopes' | 'config_id'>): LoginOptions => ({
  return_scopes: true,
  ...(config_id === null ? { scope: scopes.join(','), auth_type: 'rerequest' } : { config_id }),
})

/** Opens the login window. Must be called from a click, or the browser blocks it. Null: refused or closed. */
export const askFacebookLogin = (sdk: Sdk): Promise<string | null> =>
  new Promise(resolve => {
    const done = ({ authResponse }: LoginAnswer) => resolve(authResponse?.accessToken ?? null)
    if (!window.FB) return resolve(null)
    window.FB.login(done, loginOptionsOf(sdk))
  })
