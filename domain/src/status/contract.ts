import { z } from 'zod'
import { parkedMail } from '#domain/agencies/parked-mails-contract.ts'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { instant, nothing, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'

const count = z.int().nonnegative()

/** What could be done now and is not yet; `since`: for how long the oldest of it could have been. */
const waiting = z.strictObject({ count, since: instant.nullable() })

const networkStatus = z.strictObject({
  social_network: z.enum(socialNetworks),
  /** Posts whose time has come, without those that are held. */
  due: waiting,
  /** Posts whose answer was lost, and which are looked up. */
  unknown: count,
  /** Of the last 24 hours. */
  live: count,
  failed: count,
  /** Accounts and apps that the network lets wait; `limited_until`: until the last of them may go on. */
  limited: count,
  limited_until: instant.nullable(),
  accounts_to_reconnect: count,
  /** Accounts whose figures are to be read. */
  figures: waiting,
})
export type NetworkStatus = z.output<typeof networkStatus>

const queueStatus = z.strictObject({ name: z.string(), running: count, due: waiting })
export type QueueStatus = z.output<typeof queueStatus>

/** `agency_name` null: it is about a person's own account. */
const failedMail = parkedMail.omit({ created_at: true }).extend({ agency_name: z.string().nullable() })
export type FailedMail = z.output<typeof failedMail>

const backupStatus = z.strictObject({
  /** Null: there is no good one yet. */
  last_good_at: instant.nullable(),
  missing_files: count,
  /** Why the latest attempt failed. */
  problem: z.string().nullable(),
  is_late: z.boolean(),
})

const disk = z.strictObject({
  holds: z.enum(['data', 'uploads']),
  free_bytes: count,
  total_bytes: count,
  is_full: z.boolean(),
})

export const installationStatus = z.strictObject({
  version: z.string(),
  read_at: instant,
  networks: z.array(networkStatus),
  /** Those with jobs that run or could; the one that waits longest first. */
  queues: z.array(queueStatus),
  mails: waiting,
  failed_mails: z.strictObject({ count, latest: z.array(failedMail) }),
  /** Holds of publishing that are in force. */
  holds: count,
  /** Null: none are configured. */
  backups: backupStatus.nullable(),
  /** Of the process that answers. */
  disks: z.array(disk),
})
export type InstallationStatus = z.output<typeof installationStatus>

/** How the whole installation is, for those who run it (docs/product/status.md "The page"). */
export const getStatus = endpoint({
  method: 'GET',
  path: '/status',
  summary: 'See how the whole installation is',
  permission: 'super-admin',
  cost: 'search',
  output: installationStatus,
})

/** Sends a mail again that was given up, to the same address. */
export const retryFailedMail = endpoint({
  method: 'POST',
  path: '/status/mails/{mailId}/retry',
  summary: 'Retry a mail of the installation that could not be delivered',
  permission: 'super-admin',
  params: z.strictObject({ mailId: pathId }),
  body: z.strictObject({}),
  output: nothing,
  failures: ['not_found', 'recipient_left'],
})

/**
 * Whether publishing works, for everybody (docs/product/status.md "For everybody"): no figures, no names. 404 where STATUS_PAGE is off.
 */
export const getPublicStatus = endpoint({
  method: 'GET',
  path: '/public-status',
  summary: 'See whether publishing works',
  permission: 'public',
  output: z.strictObject({
    read_at: instant,
    /** The operator holds everything back. */
    is_held: z.boolean(),
    networks: z.array(
      z.strictObject({
        social_network: z.enum(socialNetworks),
        /** When the oldest of the posts that are late should have gone out; null: none is late. */
        delayed_since: instant.nullable(),
      }),
    ),
    /** Since when mails wait; null: they are sent. */
    mails_delayed_since: instant.nullable(),
  }),
  failures: ['not_found'],
})
export type PublicStatus = z.output<(typeof getPublicStatus)['output']>
