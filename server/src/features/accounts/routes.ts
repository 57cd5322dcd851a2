import {
  changePassword,
  checkResetToken,
  confirmEmail,
  endOneSession,
  endOtherSessions,
  forgotPassword,
  getMe,
  listSessions,
  refreshSession,
  resendConfirmation,
  resetPassword,
  saveProfile,
  signIn,
  signOut,
  signUp,
} from '#domain/accounts/contract.ts'
import {
  personRoute,
  publicRoute,
  type Route,
  type RouteOptions,
  takesPicture,
} from '#server/platform/http/route.ts'
import { endOwnSession, refreshToken, signInLimit, signInWithPassword } from './commands.ts'
import {
  askForResetLink,
  changeOwnPassword,
  checkResetLink,
  forgotLimit,
  guessLimit,
  setPasswordByLink,
} from './password/commands.ts'
import { saveOwnProfile } from './profile/commands.ts'
import { providerRoutes } from './providers/routes.ts'
import { getOwnAccount } from './queries.ts'
import {
  confirmByLink,
  mailConfirmationAgain,
  resendLimit,
  signUpLimit,
  signUpWithPassword,
} from './registration/commands.ts'
import { endSessionById, endSessionsElsewhere } from './sessions/commands.ts'
import { listOwnSessions } from './sessions/queries.ts'

/** Attempts a minute from one network address; `limit` counts those on one email address. */
const limited: RouteOptions = { perMinute: config => config.SIGN_IN_PER_MINUTE }
/** A whole office behind one address renews its tokens, and an unguessable token needs no stricter limit. */
const loose: RouteOptions = { perMinute: config => config.SIGN_IN_PER_MINUTE * 30 }
/** A refused renewal may end the session: what it writes stays. */
const renewing: RouteOptions = { ...loose, ownTransactions: true }

export const accountRoutes: readonly Route[] = [
  publicRoute(signUp, signUpWithPassword, { ...limited, limit: signUpLimit, ownTransactions: true }),
  publicRoute(signIn, signInWithPassword, { ...limited, limit: signInLimit, ownTransactions: true }),
  ...providerRoutes,
  publicRoute(confirmEmail, confirmByLink, limited),
  personRoute(resendConfirmation, mailConfirmationAgain, { limit: resendLimit }),
  publicRoute(forgotPassword, askForResetLink, { ...limited, limit: forgotLimit }),
  publicRoute(checkResetToken, checkResetLink, limited),
  publicRoute(resetPassword, setPasswordByLink, limited),
  publicRoute(refreshSession, refreshToken, renewing),
  personRoute(signOut, endOwnSession),
  personRoute(getMe, getOwnAccount),
  personRoute(listSessions, listOwnSessions),
  personRoute(endOneSession, endSessionById),
  personRoute(endOtherSessions, endSessionsElsewhere),
  personRoute(saveProfile, saveOwnProfile, takesPicture),
  personRoute(changePassword, changeOwnPassword, { limit: guessLimit }),
]
