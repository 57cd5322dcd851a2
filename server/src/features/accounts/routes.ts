import { getMe, refreshSession, signIn, signOut } from '#domain/accounts/contract.ts'
import { personRoute, publicRoute, type Route } from '#server/platform/http/route.ts'
import { endOwnSession, refreshToken, signInWithPassword } from './commands.ts'
import { getOwnAccount } from './queries.ts'

export const accountRoutes: readonly Route[] = [
  publicRoute(signIn, signInWithPassword, { perMinute: config => config.SIGN_IN_PER_MINUTE }),
  publicRoute(refreshSession, refreshToken),
  personRoute(signOut, endOwnSession),
  personRoute(getMe, getOwnAccount),
]
