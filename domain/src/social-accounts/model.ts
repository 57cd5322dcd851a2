import { z } from 'zod'
import { id, instant } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'

/** A project's connected account (docs/product/social-accounts.md "Account"). Tokens never leave the server. */
export const projectSocial = z.strictObject({
  id,
  project_id: id,
  social_network: z.enum(socialNetworks),
  logo: z.string().nullable(),
  /** `fb_page_name` for facebook and instagram, `organizationName` for linkedin, `screen_name` for twitter, and other details from the network. */
  account_details: z.record(z.string(), z.string()),
  /** What the account is called, whichever field carries it (docs/product/social-accounts.md "Account"). */
  name: z.string(),
  needs_reconnecting: z.boolean(),
})
export type ProjectSocial = z.output<typeof projectSocial>

/** A page or professional account to choose (docs/product/social-accounts.md "Page choice"). `lacks`: permissions that it cannot be connected without. */
export const pageChoice = z.strictObject({
  id: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  lacks: z.array(z.string()),
  /** The Facebook page: itself, or the one that the Instagram account is linked to. One login can connect both. */
  fb_page_id: z.string().nullable(),
})
export type PageChoice = z.output<typeof pageChoice>

/** A LinkedIn organization to choose, under the wire's names. */
export const organizationChoice = z.strictObject({
  organization: z.string(),
  organizationName: z.string(),
  logo: z.string().nullable(),
  lacks: z.array(z.string()),
})
export type OrganizationChoice = z.output<typeof organizationChoice>

/**
 * The health of a connected account. `works`; `expiring`: it works and ends within 14 days; `needs_reconnecting`: nothing can be published to
 * it before an admin reconnects it; `unknown`: the latest checks were not answered.
 */
export const accountHealths = ['works', 'expiring', 'needs_reconnecting', 'unknown'] as const
export type AccountHealth = (typeof accountHealths)[number]

/** Why an account needs reconnecting: a closed list, with words for people in `reconnectReasons` (health.ts). */
export const reconnectReasonNames = ['expired', 'refused', 'publish_refused', 'key_lost'] as const
export type ReconnectReason = (typeof reconnectReasonNames)[number]

/** A connected account with its health, as the social accounts screen shows it. */
export const accountWithHealth = projectSocial.extend({
  health: z.enum(accountHealths),
  reason: z.enum(reconnectReasonNames).nullable(),
  /** When its access expires; null: never. */
  expires_at: instant.nullable(),
  connected_at: instant,
  /** Who connected it, or last reconnected it; null: no longer known. */
  connected_by: z.strictObject({ id, name: z.string() }).nullable(),
  /** When it was last checked at the network; null: never. */
  last_checked_at: instant.nullable(),
  /** Whether it is the master approval platform (docs/product/social-accounts.md "Master platform"). */
  is_master: z.boolean(),
})
export type AccountWithHealth = z.output<typeof accountWithHealth>

/** One network of a project, connected or not; always all four, in the same order. */
export const networkConnection = z.strictObject({
  social_network: z.enum(socialNetworks),
  account: accountWithHealth.nullable(),
  /** How many cleared posts of this network will not go out at present: no account, it needs reconnecting, or it expires before them. */
  posts_at_risk: z.int().nonnegative(),
})
export type NetworkConnection = z.output<typeof networkConnection>

const ofNetwork = {
  social_network: z.enum(socialNetworks),
  /** Whether this installation has an app registered at the network (docs/guides/networks.md). */
  is_configured: z.boolean(),
}

/**
 * What a browser needs to begin connecting a network. `browser`: load the network's script (`sdk`) and ask for a login; `code` and
 * `request_token`: get an authorization link with `callback_url` and go there.
 */
export const connectOptions = z.discriminatedUnion('way', [
  z.strictObject({
    ...ofNetwork,
    way: z.literal('browser'),
    sdk: z.strictObject({
      url: z.string(),
      app_id: z.string(),
      version: z.string(),
      scopes: z.array(z.string()),
      /** The configuration of Facebook Login for Business that names the permissions; null: `scopes` are asked for. */
      config_id: z.string().nullable(),
    }),
    callback_url: z.null(),
  }),
  z.strictObject({
    ...ofNetwork,
    way: z.enum(['code', 'request_token']),
    sdk: z.null(),
    callback_url: z.string(),
  }),
])
export type ConnectOptions = z.output<typeof connectOptions>
