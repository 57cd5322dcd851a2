import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, instant } from '#domain/kernel/shapes.ts'
import { writtenText } from '#domain/kernel/text.ts'

/** How long what somebody writes to those whom they remind may be. */
export const REMINDER_MAX = 500

/** How many people one call reminds at most. */
export const REMINDED_MAX = 500

/** How many of the last reminders are shown of each person. */
export const REMINDERS_SHOWN = 3

const reminder = z.strictObject({
  at: instant,
  by: z.string(),
  /** Null: nothing was written, or it was about clients that the reader does not see. */
  message: z.string().nullable(),
})

const waitedFor = z.strictObject({
  id,
  name: z.string(),
  /** The clients whose posts wait for them, and how many. */
  clients: z.array(z.strictObject({ project_id: id, name: z.string(), posts: z.int() })),
  posts: z.int(),
  /** How many of them wait to be decided, corrected, and sent for approval. A post counts for each. */
  tasks: z.strictObject({ decide: z.int(), correct: z.int(), send: z.int() }),
  /** Since when the first of them waits; null: all are drafts that nobody has sent. */
  since: instant.nullable(),
  /** False: they have turned these mails off, and see a reminder only when they open Galley. */
  is_mailed: z.boolean(),
  /** The last ones, newest first. */
  reminders: z.array(reminder),
  /** Until when they are left alone; null: they can be reminded now. */
  again_at: instant.nullable(),
})
export type WaitedFor = z.output<typeof waitedFor>

/**
 * Whom the planned posts of the caller's clients wait for, to be approved, corrected or sent for approval, within the days of the board:
 * those waited for longest first (docs/product/board.md "Chase").
 */
export const listWaitedFor = endpoint({
  method: 'GET',
  path: '/board/waiting',
  summary: 'List whom the planned posts of your clients wait for',
  permission: 'signed-in',
  output: z.strictObject({
    people: z.array(waitedFor),
    /** Each counts once, however many people it waits for. */
    posts: z.int(),
  }),
})
export type WaitingList = z.output<(typeof listWaitedFor)['output']>

/** Why somebody was not reminded. */
export const remindRefusals = ['just_reminded', 'nothing_waits', 'gone', 'read_only'] as const

/**
 * Reminds these people of all that waits for them: each of all or of nothing, and nobody twice within an hour. Those who cannot be
 * reminded are named with the reason.
 */
export const remindWaitedFor = endpoint({
  method: 'POST',
  path: '/board/reminders',
  summary: 'Remind people of all that waits for them',
  permission: 'signed-in',
  body: z.strictObject({
    people: z.array(id).min(1).max(REMINDED_MAX),
    message: z.string().overwrite(writtenText).max(REMINDER_MAX).optional(),
  }),
  output: z.strictObject({
    reminded: z.array(id),
    posts: z.int(),
    not_reminded: z.array(z.strictObject({ id, refusal: z.enum(remindRefusals) })),
  }),
})
export type Reminded = z.output<(typeof remindWaitedFor)['output']>
