import * as contract from '#domain/accounts/contract.ts'
import * as languages from '#domain/accounts/language-contract.ts'
import * as factor from '#domain/accounts/second-factor-contract.ts'
import * as codes from '#domain/accounts/sign-in-codes-contract.ts'
import {
  personRoute,
  publicRoute,
  type Route,
  type RouteOptions,
  takesPicture,
} from '#server/platform/http/route.ts'
import { byQuery } from '#server/platform/http/twins.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { checkInvitation } from './check-invitation.ts'
import { confirmEmail } from './confirm-email.ts'
import { getLanguage } from './get-language.ts'
import { getMe } from './get-me.ts'
import { changePassword, changePasswordLimit } from './password/change-password.ts'
import { checkResetToken } from './password/check-reset-token.ts'
import { forgotPassword, forgotPasswordLimit } from './password/forgot-password.ts'
import { resetPassword } from './password/reset-password.ts'
import { sendSignInCode, signInCodeLimit } from './password/send-sign-in-code.ts'
import { linkIdentity } from './providers/link-identity.ts'
import { listSignInMethods } from './providers/list-sign-in-methods.ts'
import { listSignInProviders } from './providers/list-sign-in-providers.ts'
import { signInWithApple, signInWithGoogle } from './providers/oauth-callback.ts'
import { startLinkingIdentity, startLinkingLimit } from './providers/start-linking-identity.ts'
import { unlinkIdentity } from './providers/unlink-identity.ts'
import { resendConfirmation, resendLimit } from './resend-confirmation.ts'
import { saveLanguage } from './save-language.ts'
import { isOwnProfile, saveProfile } from './save-profile.ts'
import { confirmItIsYou } from './second-factor/confirm-it-is-you.ts'
import { enterSecondFactor } from './second-factor/enter-second-factor.ts'
import { getSecondFactor } from './second-factor/get-second-factor.ts'
import { renewRecoveryCodes } from './second-factor/renew-recovery-codes.ts'
import { setUpSecondFactor } from './second-factor/set-up-second-factor.ts'
import { turnOffSecondFactor } from './second-factor/turn-off-second-factor.ts'
import { turnOnSecondFactor } from './second-factor/turn-on-second-factor.ts'
import { endOtherSessions } from './sessions/end-other-sessions.ts'
import { endSession } from './sessions/end-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { refreshSession } from './sessions/refresh-session.ts'
import { signOut } from './sessions/sign-out.ts'
import { signIn } from './sign-in.ts'
import { signUp, signUpLimit } from './sign-up.ts'

/** Attempts per minute from one network address; `limit` counts those for one email address. */
const limited: RouteOptions = { perMinute: config => config.SIGN_IN_PER_MINUTE }
/** A whole office refreshes its tokens from one address, and tokens cannot be guessed, so no stricter limit is needed. */
const loose: RouteOptions = { perMinute: config => config.SIGN_IN_PER_MINUTE * 30 }
/** A refused refresh may end the session, which must stay ended. */
const refreshing = { ...loose, ownTransactions: true } as const

/** These wait for the provider, so no transaction spans the whole call. */
const atProvider = { ...limited, ownTransactions: true } as const

export const accountRoutes: readonly Route[] = [
  publicRoute(contract.signUp, signUp, { ...limited, limit: signUpLimit, ownTransactions: true }),
  publicRoute(contract.signIn, signIn, { ...limited, ownTransactions: true }),
  publicRoute(codes.sendSignInCode, sendSignInCode, { ...limited, limit: signInCodeLimit }),
  publicRoute(factor.enterSecondFactor, enterSecondFactor, { ...limited, ownTransactions: true }),
  personRoute(factor.getSecondFactor, getSecondFactor),
  personRoute(factor.setUpSecondFactor, setUpSecondFactor),
  personRoute(factor.turnOnSecondFactor, turnOnSecondFactor),
  personRoute(factor.turnOffSecondFactor, turnOffSecondFactor),
  personRoute(factor.renewRecoveryCodes, renewRecoveryCodes),
  personRoute(factor.confirmItIsYou, confirmItIsYou, { ownTransactions: true }),
  publicRoute(contract.listSignInProviders, listSignInProviders),
  publicRoute(contract.signInWithGoogleViaGet, byQuery(signInWithGoogle), atProvider),
  publicRoute(contract.signInWithGoogle, signInWithGoogle, atProvider),
  publicRoute(contract.signInWithAppleViaGet, byQuery(signInWithApple), atProvider),
  publicRoute(contract.signInWithApple, signInWithApple, atProvider),
  personRoute(languages.getLanguage, getLanguage),
  personRoute(languages.saveLanguage, saveLanguage),
  personRoute(contract.listSignInMethods, listSignInMethods),
  personRoute(contract.startLinkingIdentity, startLinkingIdentity, {
    ...atProvider,
    limit: startLinkingLimit,
  }),
  personRoute(contract.linkIdentity, linkIdentity, atProvider),
  personRoute(contract.unlinkIdentity, unlinkIdentity),
  publicRoute(contract.checkInvitation, checkInvitation, limited),
  personRoute(contract.acceptInvitation, acceptInvitation),
  publicRoute(contract.confirmEmail, confirmEmail, limited),
  personRoute(contract.resendConfirmation, resendConfirmation, { limit: resendLimit }),
  publicRoute(contract.forgotPassword, forgotPassword, { ...limited, limit: forgotPasswordLimit }),
  publicRoute(contract.checkResetToken, checkResetToken, limited),
  publicRoute(contract.resetPassword, resetPassword, limited),
  publicRoute(contract.refreshSession, refreshSession, refreshing),
  personRoute(contract.signOut, signOut),
  personRoute(contract.getMe, getMe),
  personRoute(contract.listSessions, listSessions),
  personRoute(contract.endSession, endSession),
  personRoute(contract.endOtherSessions, endOtherSessions),
  personRoute(contract.saveProfile, saveProfile, { ...takesPicture, mayUpload: isOwnProfile }),
  personRoute(contract.changePassword, changePassword, { limit: changePasswordLimit }),
]
