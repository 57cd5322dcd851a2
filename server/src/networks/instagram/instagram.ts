import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import { commentAdder, graph, permalinkFinder, publishOutcome } from '../meta/graph.ts'
import type { NetworkSettings } from '../settings.ts'
import { duplicateKeyOf, lookUpComment, lookUpMedia } from './look-up.ts'
import { publishOutcomeOf } from './outcomes.ts'
import { prepareContainer } from './prepare-container.ts'

/** The adapter for Instagram professional accounts: container, status, publish (docs/product/instagram.md "Publishing"). */
export const instagram = (settings: NetworkSettings): NetworkAdapter => {
  const api = graph(settings)
  return {
    prepare: task => prepareContainer(api, task),
    send: async ({ account, prepared }) =>
      publishOutcome(
        await api.post(
          account,
          `${account.externalId}/media_publish`,
          { creation_id: prepared.container_id ?? '' },
          settings.sendTimeoutMs,
        ),
        publishOutcomeOf,
      ),
    lookUp: (task, search) => lookUpMedia(api, task, search),
    duplicateKey: duplicateKeyOf,
    findPermalink: permalinkFinder(api, 'permalink'),
    addFirstComment: commentAdder(api),
    findFirstComment: lookUpComment(api),
  }
}
