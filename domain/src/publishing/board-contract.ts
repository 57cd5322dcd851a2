import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, idList, instant, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { roles } from '#domain/permissions/table.ts'
import { postSocialStatuses } from '#domain/posts/status.ts'
import { outlookCodes, risks } from './outlook-codes.ts'
import { failureReasons } from './status.ts'

/** How far ahead the board looks, and how far back for what did not go out. */
export const BOARD_DAYS = 14
export const BOARD_DAYS_BACK = 1

/** How many versions one answer has; the counts are of all. */
export const BOARD_ROWS = 500

/** How many clients a board has at most. */
export const BOARD_CLIENTS = 1_000

const person = z.strictObject({ id, name: z.string() })

const reason = z.strictObject({
  code: z.enum(outlookCodes),
  risk: z.enum(['red', 'amber']),
  /** By when somebody has to have acted; of `limit` and `delayed`, the next try. */
  until: instant.nullable(),
  /** Of `network_rule`: which rule, in the words of the editor. */
  detail: z.string().optional(),
})

/** A version that is due within the days of the board. `text`: the beginning of its message. */
const boardRow = z.strictObject({
  post_social_id: id,
  post_id: id,
  project_id: id,
  social_network: z.enum(socialNetworks),
  status: z.enum(postSocialStatuses),
  datetime: instant,
  text: z.string(),
  risk: z.enum(risks),
  /** Every reason why it is not green, the red ones first. */
  reasons: z.array(reason),
  /** Who can do something about the first of them. */
  acts: z.array(person),
  /** Since when they have been waited for; null: that is not known. */
  since: instant.nullable(),
  /** Why it failed, where it did. */
  failure_reason: z.enum(Object.keys(failureReasons) as [keyof typeof failureReasons]).nullable(),
  /** The texts of the labels of its day. */
  labels: z.array(z.string()),
})
export type BoardRow = z.output<typeof boardRow>

const boardClient = z.strictObject({
  id,
  name: z.string(),
  agency_name: z.string(),
  logo: z.string().nullable(),
  timezone: z.string(),
  role: z.enum(roles),
})

const board = z.strictObject({
  /** Of all that the other filters let through, whatever `risk` is asked for. */
  counts: z.strictObject({ red: z.int(), amber: z.int(), green: z.int() }),
  /** What can be filtered by. */
  clients: z.array(boardClient),
  people: z.array(person),
  labels: z.array(z.string()),
  /** Earliest first. */
  rows: z.array(boardRow),
  has_more: z.boolean(),
})
export type Board = z.output<typeof board>

/**
 * Whether the planned posts of the caller's clients will go out (docs/product/board.md "What it does"): of the clients for which they
 * write posts. `known`: the revision that the caller has; the board is left out while it is the same.
 */
export const getBoard = endpoint({
  method: 'GET',
  path: '/board',
  summary: 'Get which planned posts of your clients will go out',
  permission: 'signed-in',
  query: z.strictObject({
    clients: idList(BOARD_CLIENTS).optional(),
    person: pathId.optional(),
    network: z.enum(socialNetworks).optional(),
    risk: z.enum(risks).optional(),
    label: z.string().max(255).optional(),
    known: z.string().max(100).optional(),
  }),
  output: z.strictObject({ revision: z.string(), board: board.nullable() }),
})
