import { type ComponentType, lazy } from 'react'
import { isOfLinking, returnOf } from '#web/features/accounts/providers/oauth-return.ts'

type Page = ComponentType<{ readonly onReady: () => void; readonly onSignedIn: () => void }>

/** The public routes (document 1 section 2), each with its code. They stand before the app and share none of its weight. */
const pages: Readonly<Record<string, Page>> = {
  '/': lazy(() => import('./login.tsx').then(module => ({ default: module.LoginPage }))),
  '/signup': lazy(() => import('./signup.tsx').then(module => ({ default: module.SignupPage }))),
  '/reset-password': lazy(() =>
    import('./reset-password.tsx').then(module => ({ default: module.ResetPasswordPage })),
  ),
  '/change-password': lazy(() =>
    import('./change-password.tsx').then(module => ({ default: module.ChangePasswordPage })),
  ),
  '/confirm-email': lazy(() =>
    import('./confirm-email.tsx').then(module => ({ default: module.ConfirmEmailPage })),
  ),
}

const ProviderReturn: Page = lazy(() =>
  import('./provider-return.tsx').then(module => ({ default: module.ProviderReturnPage })),
)

/** "Reset password: query 'token' and 'email'" (document 1 section 2): a link that says so is one, whichever of the two pages it names. */
const isResetLink = (address: string): boolean => {
  const query = new URLSearchParams(window.location.search)
  return address === '/reset-password' && query.has('token') && query.has('email')
}

/** The page to show without the app. A mailed link confirms an address whoever is signed in; the rest is for those who are not. */
export const publicPageOf = (path: string, isSignedIn: boolean): Page | null => {
  const address = path.replace(/(.)\/$/, '$1')
  const returned = address === '/' ? returnOf(window.location.search) : null
  // What comes back from linking is the app's, of whoever is signed in.
  if (returned && !(isSignedIn && isOfLinking(returned))) return ProviderReturn
  if (isSignedIn && address !== '/confirm-email') return null
  return pages[isResetLink(address) ? '/change-password' : address] ?? null
}
