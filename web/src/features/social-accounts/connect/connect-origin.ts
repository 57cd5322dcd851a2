import { isSocialNetwork, type SocialNetwork } from '#domain/networks/model.ts'

const key = 'galley-connecting'

/** The page that a person left in order to connect an account: step 4 of the project wizard, a post that failed, or the project's accounts page. */
export type ConnectOrigin = 'wizard' | 'settings' | `post-${number}`
type Origin = {
  readonly projectId: number
  readonly page: ConnectOrigin
  readonly network: SocialNetwork
}

/** The origin that an address names; undefined: another text, and the accounts page. */
export const readConnectOrigin = (text: unknown): Exclude<ConnectOrigin, 'settings'> | undefined => {
  if (text === 'wizard') return text
  const postId = /^post-([1-9]\d{0,14})$/.exec(String(text))?.[1]
  return postId === undefined ? undefined : `post-${Number(postId)}`
}

/** The post that a person came from; null: another page. */
export const postOfOrigin = (page: ConnectOrigin): number | null =>
  page.startsWith('post-') ? Number(page.slice('post-'.length)) : null

/**
 * Remembers in this tab where the way from a network leads back to: the addresses of the return pages name neither project nor
 * page.
 */
export const rememberConnectOrigin = ({ projectId, page, network }: Origin): void =>
  sessionStorage.setItem(key, `${projectId} ${page} ${network}`)

/** Where the person of this tab last left from to connect an account; null: nowhere. */
export const rememberedConnectOrigin = (): Origin | null => {
  const [id, page, network] = (sessionStorage.getItem(key) ?? '').split(' ')
  const projectId = Number(id)
  if (!Number.isSafeInteger(projectId) || projectId < 1 || network === undefined || !isSocialNetwork(network))
    return null
  return { projectId, page: readConnectOrigin(page) ?? 'settings', network }
}

/** The page to return to in a project. */
export const connectOriginIn = (projectId: number): ConnectOrigin => {
  const origin = rememberedConnectOrigin()
  return origin?.projectId === projectId ? origin.page : 'settings'
}

/**
 * Starts connecting again, for the page that the person first came from. A full page load: only the connect page's policy lets a network's
 * login script run.
 */
export const restartConnecting = (projectId: number, network: SocialNetwork): void => {
  const page = connectOriginIn(projectId)
  window.location.assign(`/${projectId}/${network}/connect${page === 'settings' ? '' : `?from=${page}`}`)
}
