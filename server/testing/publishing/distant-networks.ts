import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import type { NetworkAdapters } from '#server/networks/adapters.ts'
import type { LookUpResult, NetworkAdapter, Outcome, Preparation } from '#server/networks/network-adapter.ts'

type Asked = { readonly call: 'prepare' | 'send' | 'lookUp'; readonly message: string }

/** What stands for a network: it knows a post by its text. */
export type ByText = {
  prepare(message: string): Promise<Preparation>
  send(message: string): Promise<Outcome>
  lookUp(message: string): Promise<LookUpResult>
}

/** Answers workers in processes of their own, which may be killed at any moment: what has reached this process was sent. */
export const serveNetworks = async (networks: ByText) => {
  const server = createServer(async (request, response) => {
    const { call, message }: Asked = JSON.parse(await text(request))
    response.end(JSON.stringify(await networks[call](message)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const ask = async <Answer>(url: string, asked: Asked): Promise<Answer> => {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(asked) })
  return response.json() as Promise<Answer>
}

/** In the process of a worker: every network is the one that listens there. */
export const distantNetworks = (url: string): NetworkAdapters => {
  const network: NetworkAdapter = {
    prepare: ({ content: { message } }) => ask(url, { call: 'prepare', message }),
    send: ({ content: { message } }) => ask(url, { call: 'send', message }),
    lookUp: ({ content: { message } }) => ask(url, { call: 'lookUp', message }),
    findPermalink: async () => null,
    addFirstComment: async () => ({ kind: 'not_added', response: 'no' }),
  }
  return Object.fromEntries(socialNetworks.map(name => [name, network])) as Record<
    SocialNetwork,
    NetworkAdapter
  >
}
