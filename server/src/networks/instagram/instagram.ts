import type { Network } from '#server/networks/network-adapter.ts'
import { commentThrough, graph, permalinkThrough, publishedBy } from '../meta/graph.ts'
import type { NetworkSettings } from '../settings.ts'
import { likenessOf, lookUpComment, lookUpMedia } from './look-up.ts'
import { judgePublish } from './outcomes.ts'
import { prepareContainer } from './prepare-container.ts'

/** Instagram professional accounts: container, status, publish (networks.md 4.1). */
export const instagram = (settings: NetworkSettings): Network => {
  const api = graph(settings)
  return {
    prepare: delivery => prepareContainer(api, delivery),
    send: async ({ account, prepared }) =>
      publishedBy(
        await api.post(
          account,
          `${account.externalId}/media_publish`,
          { creation_id: prepared.container_id ?? '' },
          settings.sendTimeoutMs,
        ),
        judgePublish,
      ),
    lookUp: (delivery, search) => lookUpMedia(api, delivery, search),
    likeness: likenessOf,
    findPermalink: permalinkThrough(api, 'permalink'),
    addFirstComment: commentThrough(api),
    findFirstComment: lookUpComment(api),
  }
}
