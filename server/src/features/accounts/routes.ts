import { getMe, refreshSession, signIn, signOut } from '#domain/accounts/contract.ts'
import {
  changePassword,
  checkResetToken,
  forgotPassword,
  resetPassword,
} from '#domain/accounts/password/contract.ts'
import { saveProfile } from '#domain/accounts/profile/contract.ts'
import { confirmEmail, resendConfirmation, signUp } from '#domain/accounts/registration/contract.ts'
import { endOneSession, endOtherSessions, listSessions } from '#domain/accounts/sessions/contract.ts'
import { personRoute, publicRoute, type Route, type RouteOptions } from '#server/platform/http/route.ts'
import { endOwnSession, refreshToken, signInWithPassword } from './commands.ts'
import { askForResetLink, changeOwnPassword, checkResetLink, setPasswordByLink } from './password/commands.ts'
import { saveOwnProfile } from './profile/commands.ts'
import { providerRoutes } from './providers/routes.ts'
import { getOwnAccount } from './queries.ts'
import { confirmByLink, mailConfirmationAgain, signUpWithPassword } from './registration/commands.ts'
import { endSessionById, endSessionsElsewhere } from './sessions/commands.ts'
import { listOwnSessions } from './sessions/queries.ts'

/** Attempts a minute from one network address; those on one email address are counted by the commands. */
const limited: RouteOptions = { perMinute: config => config.SIGN_IN_PER_MINUTE }
/** A whole office behind one address renews its tokens, and an unguessable token needs no stricter limit. */
const loose: RouteOptions = { perMinute: config => config.SIGN_IN_PER_MINUTE * 30 }

export const accountRoutes: readonly Route[] = [
  publicRoute(signUp, signUpWithPassword, limited),
  publicRoute(signIn, signInWithPassword, limited),
  ...providerRoutes,
  publicRoute(confirmEmail, confirmByLink, limited),
  personRoute(resendConfirmation, mailConfirmationAgain),
  publicRoute(forgotPassword, askForResetLink, limited),
  publicRoute(checkResetToken, checkResetLink, limited),
  publicRoute(resetPassword, setPasswordByLink, limited),
  publicRoute(refreshSession, refreshToken, loose),
  personRoute(signOut, endOwnSession),
  personRoute(getMe, getOwnAccount),
  personRoute(listSessions, listOwnSessions),
  personRoute(endOneSession, endSessionById),
  personRoute(endOtherSessions, endSessionsElsewhere),
  personRoute(saveProfile, saveOwnProfile, { maxFileBytes: 11_000_000 }),
  personRoute(changePassword, changeOwnPassword),
]
