import type { AnsweredReply } from '../http.ts'
import { graphErrorOf, judgeGraph } from '../meta/errors.ts'
import { commentThrough, graph, permalinkThrough, publishedBy } from '../meta/graph.ts'
import type { Network, Outcome } from '../network.ts'
import { processing } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'
import { prepareContainer } from './container.ts'
import { lookUpMedia } from './look-up.ts'

/** "The media is not ready": nothing was published by this call, and the container says whether an earlier one did. */
const NOT_READY = 9007
const LOOK_SOON_MS = 5_000

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
        judge,
      ),
    lookUp: (delivery, search) => lookUpMedia(api, delivery, search),
    findPermalink: permalinkThrough(api, 'permalink'),
    addFirstComment: commentThrough(api),
  }
}

const judge = (answer: AnsweredReply): Outcome =>
  graphErrorOf(answer)?.code === NOT_READY ? processing(answer.text, LOOK_SOON_MS) : judgeGraph(answer)
