import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { oneLine, writtenText } from '#domain/kernel/text.ts'
import { CHAT_ADDRESS_MAX, chatServices } from './addresses.ts'
import { chatChannel } from './model.ts'
import { chatTopicNames, chatTopics } from './topics.ts'

export const CHAT_NAME_MAX = 80
/** More than an agency reads. */
export const CHAT_CHANNELS_MAX = 50

const params = z.strictObject({ agencyId: pathId })
const one = z.strictObject({ agencyId: pathId, channelId: pathId })
const scope = { agency: 'params.agencyId' } as const
const permission = 'agency.manage'

const address = z.string().overwrite(writtenText).min(1).max(CHAT_ADDRESS_MAX)
const topic = z.enum(chatTopicNames)

const settings = {
  name: z.string().transform(oneLine).pipe(z.string().min(1, 'Enter a name.').max(CHAT_NAME_MAX)),
  /** Null: all projects of the agency. */
  project_id: id.nullable(),
  topics: z
    .array(topic)
    .min(1, 'Choose at least one.')
    .max(chatTopicNames.length)
    .transform(topics => chatTopicNames.filter(name => topics.includes(name))),
  is_for_client: z.boolean().default(false),
}

type Settings = {
  readonly project_id: number | null
  readonly topics: readonly z.output<typeof topic>[]
  readonly is_for_client: boolean
}

/** A client's channel is about their project alone, and is told nothing of what goes wrong inside the agency. */
const refuseForClients = (
  { project_id, topics, is_for_client }: Settings,
  context: z.core.$RefinementCtx,
): void => {
  if (!is_for_client) return
  if (project_id === null)
    context.addIssue({
      code: 'custom',
      path: ['project_id'],
      message: 'A channel that a client reads is about one project.',
    })
  const internal = topics.filter(name => !chatTopics[name].isForClients)
  if (internal.length > 0)
    context.addIssue({
      code: 'custom',
      path: ['topics'],
      message: `A channel that a client reads is not told: ${internal.map(name => chatTopics[name].name).join(', ')}.`,
    })
}

/** Those of the agency and of its projects, by name. */
export const listChatChannels = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/chat-channels',
  summary: 'List the Slack and Teams channels that Galley writes to',
  permission,
  scope,
  params,
  output: z.array(chatChannel),
})

/** The address is stored encrypted, and not shown again. */
export const addChatChannel = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/chat-channels',
  summary: 'Add a Slack or Teams channel by the address of its webhook',
  permission,
  scope,
  params,
  body: z.strictObject({ ...settings, service: z.enum(chatServices), address }).superRefine(refuseForClients),
  output: chatChannel,
  failures: ['not_found', 'project_archived'],
})

/** Without `address` it stays. A channel that is switched on, or gets another address, begins with what happens from then on. */
export const saveChatChannel = endpoint({
  method: 'PUT',
  path: '/agencies/{agencyId}/chat-channels/{channelId}',
  summary: 'Change a channel, or switch it off and on',
  permission,
  scope,
  params: one,
  body: z
    .strictObject({ ...settings, is_on: z.boolean(), address: address.optional() })
    .superRefine(refuseForClients),
  output: chatChannel,
  failures: ['not_found', 'project_archived'],
})

export const deleteChatChannel = endpoint({
  method: 'DELETE',
  path: '/agencies/{agencyId}/chat-channels/{channelId}',
  summary: 'Remove a channel, with its address',
  permission,
  scope,
  params: one,
  output: nothing,
  failures: ['not_found'],
})

/** Waits for the service's answer. `problem`: why the message did not arrive, in words. */
export const testChatChannel = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/chat-channels/{channelId}/test',
  summary: 'Send a test message to a channel',
  permission,
  scope,
  params: one,
  body: nothing,
  output: z.strictObject({ problem: z.string().nullable() }),
  failures: ['not_found', 'too_many_requests'],
})
