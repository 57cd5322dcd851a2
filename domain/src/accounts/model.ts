import { z } from 'zod'
import { billingNotice, planPrices } from '#domain/billing/model.ts'
import { publicNameProblem, publicNameText } from '#domain/kernel/public-names.ts'
import { id, instant } from '#domain/kernel/shapes.ts'
import { oneLine, writtenText } from '#domain/kernel/text.ts'
import { roles } from '#domain/permissions/table.ts'
import { ownProject } from '#domain/projects/model.ts'
import { missedPosts, pause } from '#domain/projects/pause.ts'
import {
  COMMON_PASSWORD,
  isCommonPassword,
  isLettersOnly,
  isPhoneNumber,
  lengthOf,
  PASSWORD_MAX,
  PASSWORD_MIN,
  TEXT_MAX,
  TEXT_MIN,
  withAsciiDomain,
} from './account-fields.ts'
import { providers } from './providers.ts'

/** A bearer token and how many seconds it lives (docs/product/accounts.md "Sessions"). */
export const sessionToken = z.strictObject({ token: z.string(), expires_in: z.number() })
export type SessionToken = z.output<typeof sessionToken>

/**
 * What a sign-in answers. `second_factor`: the token is no session yet, and only finishes the sign-in, together with a code
 * (docs/product/accounts.md "Second factor").
 */
export const enteredSession = sessionToken.extend({ second_factor: z.literal('due').optional() })
export type EnteredSession = z.output<typeof enteredSession>

/** A required text: each rule is checked only if the one before is met, so that a field shows one message at a time. */
const required = (text: string) => z.string({ error: text }).overwrite(writtenText).min(1, text)
const isBetween = (min: number, max: number) => (text: string) =>
  lengthOf(text) >= min && lengthOf(text) <= max

/**
 * A person's name (docs/product/accounts.md "Fields"): `label` and `called` make its texts, e.g. `First Name` and `a first name`.
 * Composed to NFC, so that the same name is the same text whatever keyboard it came from.
 */
export const personName = (label: string, called: string) =>
  required(`${label} is required`)
    .normalize('NFC')
    .pipe(
      z
        .string()
        .refine(
          isBetween(TEXT_MIN, TEXT_MAX),
          `Please enter ${called} between ${TEXT_MIN} and ${TEXT_MAX} characters`,
        ),
    )
    .pipe(z.string().refine(isLettersOnly, 'Field should not contain numbers and special symbols'))

/** The fields of a person, in their fixed wording (docs/product/accounts.md "Fields"). The address is lower-cased, as it is the identity. */
export const firstName = personName('First Name', 'a first name')
export const lastName = personName('Last Name', 'a last name')
export const email = required('Email is required')
  .pipe(z.string().overwrite(withAsciiDomain).max(TEXT_MAX, 'Invalid email'))
  .pipe(z.email('Invalid email'))
  .transform(address => address.toLowerCase())
export const phoneNumber = required('Phone Number is required').pipe(
  z.string().refine(isPhoneNumber, 'Phone number is not valid'),
)
export const company = required('Company Name is required')
  .pipe(
    z
      .string()
      .overwrite(oneLine)
      .refine(
        isBetween(TEXT_MIN, TEXT_MAX),
        `Please enter an company name between ${TEXT_MIN} and ${TEXT_MAX} characters`,
      ),
  )
  .pipe(z.string().refine(name => publicNameProblem(name) === null, publicNameText))

/** A password to be set. Not trimmed: a space is a character like any other. */
export const newPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .pipe(
    z
      .string()
      .refine(
        isBetween(PASSWORD_MIN, PASSWORD_MAX),
        `Please enter a password between ${PASSWORD_MIN} and ${PASSWORD_MAX} characters`,
      ),
  )
  .pipe(z.string().refine(password => !isCommonPassword(password), COMMON_PASSWORD))
export const passwordConfirmation = z
  .string({ error: 'Password confirmation is required' })
  .min(1, 'Password confirmation is required')

/** A password that was set earlier: compared, not validated. The limit only keeps megabytes from being hashed. */
export const presentPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(2000, `Please enter a password between ${PASSWORD_MIN} and ${PASSWORD_MAX} characters`)

type Passwords = { password?: unknown; password_confirmation?: unknown }
/** For `.refine`: checked even if other fields are wrong, as the messages of all fields are shown together. */
export const sameConfirmation: [
  (form: Passwords) => boolean,
  { error: string; path: PropertyKey[]; when: (payload: { value: unknown }) => boolean },
] = [
  ({ password, password_confirmation }) => password === password_confirmation,
  {
    error: "Passwords doesn't match",
    path: ['password_confirmation'],
    when: ({ value }) => {
      const { password, password_confirmation } = (value ?? {}) as Passwords
      return (
        typeof password === 'string' &&
        typeof password_confirmation === 'string' &&
        password_confirmation !== ''
      )
    },
  },
]

/** The shape of the secret of a link or cookie; anything else cannot be one of ours. */
export const linkToken = z
  .string({ error: 'Token is required' })
  .regex(/^[\w-]{20,200}$/, 'This link is not complete')

/** The secret of a mailed link, however it was copied from the mail: one that is not ours is answered like one that has ended. */
export const mailedToken = z.string({ error: 'Token is required' }).max(300, 'This link is not complete')

/** The signed-in person (docs/product/accounts.md "User"). */
export const me = z.strictObject({
  id,
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Somebody has followed a link sent to `email`. Until then Galley never finds the account by its address (decision 15). */
  is_email_confirmed: z.boolean(),
  phone_number: z.string().nullable(),
  company: z.string().nullable(),
  /** The role in the person's first project (docs/product/accounts.md "User"). */
  agency_role: z.enum(roles).nullable(),
  is_blocked: z.boolean(),
  /** Signed up without an invitation and belongs to no agency or project yet. */
  can_create_agency: z.boolean(),
  /** Administers no agency: may create one, also as a guest of others' (decision 104). */
  may_found_agency: z.literal(true).optional(),
  /** How many invitations to their address wait for an answer; missing when the page of invitations has nothing to show. */
  open_invitations: z.number().optional(),
  /** How many clients they are offered by other agencies; missing: none. */
  offered_projects: z.number().optional(),
  /** They have chosen to begin on the board (docs/product/board.md "Start page"). */
  lands_on_board: z.literal(true).optional(),
  /** Agencies that they belong to and have no project in: there they can only be invited, or leave. Missing where there are none. */
  agencies_without_project: z.array(z.strictObject({ id, name: z.string() })).optional(),
  /** Is an agency's admin. */
  can_create_project: z.boolean(),
  /** `not_needed`: the installation takes no cards, or the card is not theirs to add. */
  card_status: z.enum(['not_needed', 'none', 'active']),
  /** Set while a card may be added: the gateway is a stand-in, or its account is a test account. Real cards must not be entered there. */
  takes_test_cards: z.literal(true).optional(),
  /**
   * What a month costs after the trial, in US$ before tax, as long as there is no card, or none that has a trial left (docs/product/billing.md
   * "Card step").
   */
  plan_prices: planPrices.optional(),
  /** The trial that comes with the person's card is over: the first month is charged when they create their agency. */
  charged_at_once: z.literal(true).optional(),
  /** The gateway's own card fields, where card numbers are not typed into Galley's. */
  card_fields: z.strictObject({ script: z.string(), key: z.string() }).optional(),
  /** Of the agencies of the person's projects, if there is anything to tell. */
  billing_notices: z.array(billingNotice).optional(),
  /** The agencies that they administer in which publishing is held (docs/product/publishing.md "Held publishing"). */
  held_agencies: z.array(id).optional(),
  /** What is paused on the person's pages (docs/product/publishing.md "Pause"). Missing: nothing. */
  pauses: z.array(pause).optional(),
  /** In which of their projects something came due in a pause and waits for a decision of theirs. */
  missed_posts: z.array(missedPosts).optional(),
  avatar_image_link: z.string().nullable(),
  /** The installation's rule: how many minutes ahead a post must be scheduled (docs/product/schedules.md "Lead time"). */
  lead_time_minutes: z.number(),
  /** The networks' limits of today hold in this installation; missing: those of the specification (decision 114). */
  media_limits: z.literal('current').optional(),
  /** Where Go To Support leads (docs/product/projects.md "Project rail"); null: this installation names no support site. */
  support_url: z.string().nullable(),
  /** /status tells everybody whether publishing works (docs/product/status.md "For everybody"); missing: this installation has no such page. */
  has_status_page: z.literal(true).optional(),
  /** At most 100, oldest first: all of them, or the first and the newest (decision 42). */
  projects: z.array(ownProject),
  /** Those that are archived, the latest first; missing: there are none. They are in none of the lists over all projects. */
  archived_projects: z.array(ownProject).optional(),
  /** How many projects the person may open in all, without those. */
  project_count: z.number(),
  agency: z.strictObject({ id, name: z.string(), logo_image_link: z.string().nullable() }).nullable(),
})
export type Me = z.output<typeof me>

/** Somebody at Google or Apple whom the person signs in as. */
export const ownIdentity = z.strictObject({
  id,
  provider: z.enum(providers),
  /** The address that they had there when it was linked; empty if the provider did not say. */
  email: z.string(),
  created_at: instant,
  last_used_at: instant,
  /** False: it is the only sign-in method. */
  can_unlink: z.boolean(),
})
export type OwnIdentity = z.output<typeof ownIdentity>

/** How the person signs in. */
export const signInMethods = z.strictObject({
  has_password: z.boolean(),
  /** The oldest first. */
  identities: z.array(ownIdentity),
  /** The providers of this installation. */
  providers: z.array(z.enum(providers)),
})
export type SignInMethods = z.output<typeof signInMethods>

/** One place where the person is signed in. */
export const ownSession = z.strictObject({
  id,
  created_at: instant,
  last_used_at: instant,
  /** The browser's user agent, and the network address of its last call; null for sessions from before these were stored. */
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  is_current: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>
