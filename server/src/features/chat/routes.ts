import * as contract from '#domain/chat/contract.ts'
import { agencyRoute, inReadOnly, type Route } from '#server/platform/http/route.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { addChatChannel } from './add-chat-channel.ts'
import { deleteChatChannel } from './delete-chat-channel.ts'
import { listChatChannels } from './list-chat-channels.ts'
import { saveChatChannel } from './save-chat-channel.ts'
import { testChatChannel } from './test-chat-channel.ts'

export const chatRoutes: readonly Route[] = [
  agencyRoute(contract.listChatChannels, listChatChannels),
  agencyRoute(contract.addChatChannel, addChatChannel),
  agencyRoute(contract.saveChatChannel, saveChatChannel),
  agencyRoute(contract.deleteChatChannel, deleteChatChannel, inReadOnly),
  agencyRoute(contract.testChatChannel, testChatChannel, {
    ownTransactions: true,
    // Slack takes one message a second; nobody needs as many tests.
    limit: (_input: never, { person }: { readonly person: Person }) => ({
      subject: `chat test ${person.userId}`,
      times: 10,
      minutes: 5,
    }),
  }),
]
