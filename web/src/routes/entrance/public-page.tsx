import { type ComponentType, lazy } from 'react'
import { isLinkingReturn, readProviderReturn } from '#web/features/accounts/oauth-return.ts'

type Page = ComponentType<{ readonly onReady: () => void; readonly onSignedIn: () => void }>

/**
 * The public pages, each with its own code (docs/product/accounts.md "Public pages"). They come before the app and load nothing
 * of it.
 */
const pages: Readonly<Record<string, Page>> = {
  '/': lazy(() => import('./login.tsx').then(module => ({ default: module.LoginPage }))),
  '/signup': lazy(() => import('./signup.tsx').then(module => ({ default: module.SignupPage }))),
  '/reset-password': lazy(() =>
    import('./reset-password.tsx').then(module => ({ default: module.ResetPasswordPage })),
  ),
  '/change-password': lazy(() =>
    import('./change-password.tsx').then(module => ({ default: module.ChangePasswordPage })),
  ),
  '/status': lazy(() =>
    import('../public-status.tsx').then(module => ({ default: module.PublicStatusPage })),
  ),
  '/refuse-invitation': lazy(() =>
    import('./refuse-invitation.tsx').then(module => ({ default: module.RefuseInvitationPage })),
  ),
  '/confirm-email': lazy(() =>
    import('./confirm-email.tsx').then(module => ({ default: module.ConfirmEmailPage })),
  ),
}

const ProviderReturn: Page = lazy(() =>
  import('./provider-return.tsx').then(module => ({ default: module.ProviderReturnPage })),
)

/** They are for people who are signed in as well. */
const forEverybody: readonly string[] = ['/confirm-email', '/refuse-invitation', '/status']

/** A link with token and email resets a password, whichever of the two pages it names (docs/product/accounts.md "Public pages"). */
const isResetLink = (address: string): boolean => {
  const query = new URLSearchParams(window.location.search)
  return address === '/reset-password' && query.has('token') && query.has('email')
}

/**
 * The page to show without the app. A mailed link confirms an address for anybody; the other pages are for people who are not
 * signed in.
 */
export const publicPageOf = (path: string, isSignedIn: boolean): Page | null => {
  const address = path.replace(/(.)\/$/, '$1')
  const returned = address === '/' ? readProviderReturn(window.location.search) : null
  // A return from linking belongs to the app, if somebody is signed in.
  if (returned && !(isSignedIn && isLinkingReturn(returned))) return ProviderReturn
  if (isSignedIn && !forEverybody.includes(address)) return null
  return pages[isResetLink(address) ? '/change-password' : address] ?? null
}
