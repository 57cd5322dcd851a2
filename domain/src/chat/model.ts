import { z } from 'zod'
import { id, instant } from '#domain/kernel/shapes.ts'
import { chatServices } from './addresses.ts'
import { chatTopicNames } from './topics.ts'

/** Why Galley switched a channel off. */
export const chatOffReasons = ['gone', 'unreachable', 'unreadable'] as const
export type ChatOffReason = (typeof chatOffReasons)[number]

/** A channel of Slack or Teams that messages go to. Its address is a secret: it is not shown again. */
export const chatChannel = z.strictObject({
  id,
  name: z.string(),
  service: z.enum(chatServices),
  /** Null: all projects of the agency. */
  project: z.strictObject({ id, name: z.string() }).nullable(),
  topics: z.array(z.enum(chatTopicNames)),
  /** Whether a client reads it: it is told only what that client sees in Galley. */
  is_for_client: z.boolean(),
  address_hint: z.string(),
  is_on: z.boolean(),
  /** Why Galley switched it off; null while it is on, or where a person did. */
  off_reason: z.enum(chatOffReasons).nullable(),
  /** What the service said last, where it did not take a message. */
  problem: z.string().nullable(),
  last_sent_at: instant.nullable(),
  created_at: instant,
})
export type ChatChannel = z.output<typeof chatChannel>
