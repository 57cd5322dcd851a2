import { actionTexts } from './action-texts.ts'
import { countText, waitOf } from './count-text.ts'
import { linkTexts } from './languages/link-texts.ts'
import { publicTexts } from './public-texts.ts'

/**
 * Every failure a client can meet, with its HTTP status and the words a person reads.
 * A code is stable and `snake_case`; a command returns `fail(code)` as a value, it does not throw it.
 * Statuses: docs/product/api.md "Wire format". Texts marked as fixed wording keep it, even with a mistake in it.
 */
export const failures = {
  malformed_request: { status: 400, message: 'The request could not be read.' },
  unauthenticated: { status: 401, message: 'Please sign in.' },
  invalid_credentials: { status: 401, message: 'The email or the password is not correct.' },
  account_blocked: { status: 401, message: publicTexts.account_blocked },
  /** Only sent to the holder of an invitation's token for that address, which proves the mailbox (decision 15). */
  account_exists: {
    status: 409,
    message: 'This email already has an account. Log in to accept the invitation.',
  },
  invitation_ended: { status: 409, message: publicTexts.invitation_ended },
  /** Only sent to the holder of the token, as above. */
  invitation_for_another: {
    status: 409,
    message: 'This invitation is for {email}. Sign out first to accept it with that address.',
  },
  /** The same for wrong, used, expired and other people's links. */
  link_ended: {
    status: 422,
    message: 'This link has expired or was already used. Please ask for a new one.',
  },
  /** For a confirmation link that is opened in a browser without the account's session (decision 26). */
  password_required: { status: 409, message: 'Choose a password to confirm this email address.' },
  /** A return from Google or Apple: the same for wrong, used, expired and other browsers' states. */
  sign_in_ended: { status: 409, message: 'This sign-in has expired or was already used. Please try again.' },
  provider_refused: { status: 422, message: '{provider} did not confirm who you are. Please try again.' },
  provider_mail_unverified: {
    status: 422,
    message:
      '{provider} has not verified your email address. Verify it there, or use an email and a password here.',
  },
  /** Only sent to a person whom the provider has seen reading mail to that address (decision 16). */
  password_first: {
    status: 409,
    message:
      'This email already has an account. Log in with your password once; after that, {provider} works too.',
  },
  provider_unavailable: { status: 503, message: publicTexts.provider_unavailable },
  identity_taken: {
    status: 409,
    message: 'This {provider} account signs in to another Galley account. Unlink it there first.',
  },
  sign_in_again: {
    status: 409,
    message: 'To do this, log out and log in again first.',
  },
  wrong_second_factor: {
    status: 422,
    message: 'This code is not right. Enter the six digits that your app shows now, or a recovery code.',
  },
  code_used: {
    status: 422,
    message: 'This code has been used already. Wait until your app shows the next one.',
  },
  /** `{off}`: about 2 minutes slow. */
  clock_off: {
    status: 422,
    message:
      'The clock of your phone is {off}. Let it set its time by itself, then enter the code that it shows.',
  },
  second_factor_on: { status: 409, message: 'Your second factor is already on.' },
  second_factor_off: { status: 409, message: 'Your second factor is not on.' },
  /** The session was confirmed too long ago for what the call would do (docs/product/accounts.md "Asked anew"). */
  confirm_it_is_you: { status: 403, message: 'Please confirm that it is you.' },
  last_way_in: {
    status: 409,
    message: 'You would no longer be able to log in. Set a password or link another account first.',
  },
  forbidden: { status: 403, message: actionTexts.forbidden },
  not_found: { status: 404, message: 'Not found.' },
  post_not_found: { status: 404, message: 'The post does not exist' },
  method_not_allowed: { status: 405, message: 'This method is not supported here.' },

  stale_version: {
    status: 409,
    message: 'Someone else has changed this in the meantime. Load the newer version before you save.',
  },
  illegal_transition: { status: 409, message: "You can't do this while the post is {status}." },
  report_sent: { status: 409, message: 'This report is frozen and can no longer be changed.' },
  report_not_sent: { status: 409, message: 'Freeze the report first. Links only open frozen reports.' },
  no_recipients: { status: 422, message: 'Choose somebody to send the report to.' },
  being_published: { status: 409, message: 'The post is being published.' },
  /** The reason is in the words of the person who paused it. */
  publishing_paused: { status: 409, message: 'Publishing is paused: {reason}' },
  already_paused: { status: 409, message: 'Publishing is already paused: {reason}' },
  /** Replaced by words for the role of the person. */
  project_archived: { status: 409, message: 'This client is archived.' },
  not_archived: { status: 409, message: 'This client is not archived.' },
  already_offered: { status: 409, message: 'This client is already offered to another agency.' },
  /** The same whatever ended it: its time, an answer, or its sender's right to make it. */
  offer_ended: { status: 409, message: 'This offer has ended.' },
  not_paused: { status: 409, message: 'This pause has already ended.' },
  already_live: { status: 409, message: 'The post is already live.' },
  already_decided: { status: 409, message: actionTexts.already_decided },
  already_reminded: {
    status: 409,
    message: 'The approvers were reminded less than an hour ago.',
  },
  undo_ended: {
    status: 409,
    message: linkTexts.undo_ended,
  },
  not_your_turn: { status: 403, message: linkTexts.not_your_turn },
  /** By link, in a project that confirms new devices (docs/product/approval-links.md "New devices"). */
  device_unconfirmed: { status: 403, message: linkTexts.device_unconfirmed },
  links_by_mail_only: {
    status: 409,
    message: 'In this project approval links go by mail only. An admin can change that under General.',
  },
  /** The same for a wrong code and one that has expired. */
  wrong_code: { status: 422, message: linkTexts.wrong_code },
  /** Its page says it in the language of the client. */
  wrong_pin: { status: 422, message: 'This PIN is wrong.' },
  change_blocked: { status: 409, message: actionTexts.change_blocked },

  // Fixed wording (docs/product/media.md "Limits").
  too_large: { status: 413, message: linkTexts.too_large },
  upload_too_slow: {
    status: 408,
    message: linkTexts.upload_too_slow,
  },
  /** Of a person or of a project: how much may be uploaded a day. */
  upload_limit: {
    status: 429,
    message: linkTexts.upload_limit,
  },
  storage_full: {
    status: 507,
    message: linkTexts.storage_full,
  },
  // Fixed wording (docs/product/media.md "Limits").
  unsupported_media_type: { status: 415, message: 'Allowed file types is {list}.' },

  // Fixed wording (docs/product/schedules.md "Texts").
  validation_error: { status: 422, message: 'Validation error' },
  lead_time: {
    status: 422,
    message: actionTexts.lead_time,
  },
  autoposting_not_possible: {
    status: 422,
    message: 'Autoposting is not possible for instagram stories and media carousels.',
  },
  schedule_required: { status: 422, message: 'Choose a date and time first.' },
  barred_from_approval: { status: 422, message: actionTexts.barred_from_approval },
  video_converting: { status: 422, message: 'A video is being converted.' },
  post_has_problems: { status: 422, message: "Some networks won't accept this post as it is." },
  // Fixed wording (docs/product/social-accounts.md "Account error").
  network_not_connected: {
    status: 422,
    message:
      'Something went wrong, please verify your social media settings or contact administrator, please check the social media accounts below!',
  },
  /** The network has no page or account to connect. Fixed wording and code (docs/product/social-accounts.md "Nothing found"). */
  EMPTY_RESPONSE: { status: 422, message: 'No accounts found...' },
  /** The same for wrong, used, expired and other people's states, so that trying them reveals nothing. */
  connection_expired: {
    status: 409,
    message: 'This connection attempt has expired or is not yours. Please connect again.',
  },
  // Fixed wording (docs/product/social-accounts.md "Account error").
  connection_refused: {
    status: 422,
    message:
      'There seems to be a problem with your social media settings, please fix or reconnect the social media accounts below!',
  },
  connection_lacks_permission: {
    status: 422,
    message: 'A permission is missing. Please connect again and allow everything: {list}.',
  },
  network_not_configured: {
    status: 422,
    message: 'This installation has no {network} app yet. Its operator can set one up.',
  },
  network_unavailable: { status: 503, message: '{network} cannot be reached. Please try again in a moment.' },
  callback_not_ours: { status: 422, message: 'Please open Galley at {url} to connect accounts.' },
  page_not_offered: { status: 422, message: 'Please choose one of the accounts shown.' },
  other_account_connected: {
    status: 409,
    message: '{name} is already connected. Remove it before you connect another account.',
  },
  design_tool_not_set_up: { status: 422, message: actionTexts.design_tool_not_set_up },
  design_tool_unavailable: {
    status: 503,
    message: 'The design tool cannot be reached. Please try again in a moment.',
  },
  design_tool_refused: { status: 422, message: 'The design tool refused this. The log says why.' },
  design_tool_disconnected: { status: 409, message: 'Please open the design again to let Galley use it.' },
  /** The same for wrong, expired and other people's returns, so that trying them reveals nothing. */
  design_ended: {
    status: 409,
    message: 'This has expired or is not yours. Open the design again from its post.',
  },
  design_is_another: {
    status: 422,
    message: 'The design tool sent back another design. Open the design again from its post.',
  },
  design_not_accessible: { status: 422, message: 'Your account at the design tool cannot open this design.' },
  /** Replaced by what is known of the reason. */
  design_not_exported: { status: 422, message: 'The design could not be exported. Please try again.' },
  design_not_fetched: { status: 422, message: 'The picture could not be fetched. Please try again.' },
  already_in_agency: { status: 409, message: 'You already belong to an agency.' },
  already_member: { status: 409, message: '{name} is already a member.' },
  already_invited: {
    status: 409,
    message: '{email} has already been invited. Resend or revoke that invitation.',
  },
  recipient_left: { status: 409, message: '{email} no longer belongs to the agency.' },
  last_admin: { status: 409, message: 'An agency needs an admin. Invite another admin first.' },
  /** Replaced by words for the role of the person. */
  subscription_read_only: {
    status: 402,
    message: 'This agency is read-only at the moment, because its subscription is not paid.',
  },
  no_subscription: { status: 409, message: 'There is no subscription to change.' },
  invoice_not_open: { status: 409, message: 'This invoice is no longer open.' },
  cards_not_taken: { status: 422, message: 'This installation does not accept cards.' },
  /** Replaced by the gateway's own message if it sends one. */
  card_refused: { status: 422, message: 'Your card was declined. Please use another card.' },
  card_required: { status: 409, message: 'Please add a card first.' },
  card_exists: { status: 409, message: 'A card has already been added.' },
  card_being_checked: {
    status: 409,
    message: 'Your card is already being checked. Please wait a moment.',
  },
  card_gateway_unavailable: {
    status: 503,
    message:
      'The card cannot be checked at the moment, and nothing was charged. Please try again in a moment.',
  },
  too_many_reports: { status: 429, message: 'Too many reports were sent. Please try again {when}.' },
  too_many_invitations: { status: 429, message: 'Too many invitations. Please try again {when}.' },
  too_many_pages: {
    status: 429,
    message: 'Too many linked pages were read in this project today. Please try again {when}.',
  },
  no_approvers: { status: 422, message: 'Nobody in this project can approve this round.' },
  type_not_allowed: { status: 422, message: "The chosen networks don't support this post type." },

  nothing_to_certify: {
    status: 422,
    message: 'None of these posts has been sent to approval or published, so there is nothing to certify.',
  },
  nothing_to_show: {
    status: 422,
    message: 'There is nothing to show yet: none of these posts has been sent to the client.',
  },
  too_many_posts: {
    status: 422,
    message: 'At most {max} posts at once. Choose fewer days, or single posts.',
  },
  too_many_saved_views: {
    status: 422,
    message: 'You already have {max} saved views in this project. Delete one first.',
  },

  too_many_requests: { status: 429, message: linkTexts.too_many_requests },
  internal: { status: 500, message: publicTexts.internal },
  unavailable: { status: 503, message: linkTexts.unavailable },
} as const satisfies Record<string, { status: number; message: string }>

/** A stable failure code, as sent in `code`. */
export type FailureCode = keyof typeof failures

/** Texts by field, in the shape of the wire's `errors`: `{ "post_socials.0.message": ["…"] }`. */
export type FieldErrors = Record<string, string[]>

/** An expected failure, as a value. */
export type Failure<C extends FailureCode = FailureCode> = {
  readonly kind: 'failure'
  readonly code: C
  readonly message: string
  readonly errors?: FieldErrors
  /** In how many seconds the call may be made again: the answer's `Retry-After`. */
  readonly wait?: number
}

type FailureDetail = {
  readonly values?: Record<string, string | number>
  readonly errors?: FieldErrors
  readonly message?: string
  readonly wait?: number
}

type Unfilled<Message extends string> = Message extends `${string}{when}${string}`
  ? false
  : Message extends `${string}{${string}}${string}`
    ? true
    : false

/** Codes whose message is complete without the caller's values; `{when}` always has words. */
type PlainCode = {
  [C in FailureCode]: Unfilled<(typeof failures)[C]['message']> extends true ? never : C
}[FailureCode]

/** When something may be tried again, as people say it. */
const waitWords = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'in a moment'
  const { count, unit } = waitOf(seconds)
  return `in ${countText(count, unit)}`
}

/**
 * Makes a failure. `values` fill the `{placeholders}` of the code's message; `errors` name the fields; `wait` says in how many seconds it is
 * worth trying again, which fills `{when}` in words.
 * @example fail('lead_time', { values: { lead: '4 hours' } })
 */
export const fail = <C extends FailureCode>(
  code: C,
  ...[detail = {}]: [C] extends [PlainCode] ? [detail?: FailureDetail] : [detail: FailureDetail]
): Failure<C> => ({
  kind: 'failure',
  code,
  message: (detail.message ?? failures[code].message).replace(/\{(\w+)\}/g, (whole, name: string) =>
    String({ when: waitWords(detail.wait), ...detail.values }[name] ?? whole),
  ),
  ...(detail.errors ? { errors: detail.errors } : {}),
  ...(detail.wait === undefined ? {} : { wait: detail.wait }),
})

/** Tells a failure from a result. */
export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'failure'
