import type { ChatService } from '#domain/chat/addresses.ts'
import { addChatChannel } from '#domain/chat/contract.ts'
import { type ChatTopic, chatTopicNames } from '#domain/chat/topics.ts'
import type { TestApp, TestPerson } from '../app.ts'
import type { TestProject } from '../people.ts'

type Hook = { readonly id: string; readonly address: string }

/** A message as the sandbox's channel shows it. */
export type ShownMessage = { readonly shown: string | null; readonly mentions: readonly string[] }

/** What tests do at the sandbox's Slack and Teams. */
export const chatSandbox = (url: () => string) => {
  const send = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url()}/chat${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const text = await response.text()
    return (text === '' ? {} : JSON.parse(text)) as T
  }
  return {
    createHook: (service: ChatService, name = '#posts') => send<Hook>('/hooks', { service, name }),
    setHook: (
      hook: Hook,
      change: { state?: 'active' | 'removed' | 'archived' | 'forbidden'; rotate?: boolean },
    ) => send<Pick<Hook, 'address'>>(`/hooks/${hook.id}`, change),
    addFault: (hook: Hook, fault: 'limited' | 'down' | 'lost_answer', more: object = {}) =>
      send(`/faults`, { hook: hook.id, fault, ...more }),
    messages: async (hook: Hook) =>
      (await (await fetch(`${url()}/chat/messages?hook=${hook.id}`)).json()) as ShownMessage[],
  }
}

type Channel = {
  readonly service?: ChatService
  readonly name?: string
  readonly address: string
  readonly project?: TestProject
  readonly topics?: readonly ChatTopic[]
  readonly isForClient?: boolean
}

/** Adds a channel by its call. Without `project` it is the agency's; without topics it is told everything. */
export const buildChannel = async (
  app: TestApp,
  admin: TestPerson,
  agencyId: number,
  {
    service = 'slack',
    name = '#posts',
    address,
    project,
    topics = chatTopicNames,
    isForClient = false,
  }: Channel,
): Promise<number> => {
  const { data, message } = await app.ask(admin, addChatChannel, {
    params: { agencyId },
    body: {
      name,
      service,
      address,
      project_id: project?.projectId ?? null,
      topics: [...topics],
      is_for_client: isForClient,
    },
  })
  if (!data) throw new Error(`the channel was not added: ${message}`)
  return data.id
}
