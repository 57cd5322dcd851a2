import type { SocialNetwork } from '#domain/networks/model.ts'

const key = 'galley-connecting'

/** The page that a person left in order to connect an account: step 4 of the project wizard, or the project's accounts page. */
export type ConnectOrigin = 'wizard' | 'settings'
type Origin = { readonly projectId: number; readonly page: ConnectOrigin }

/**
 * Remembers in this tab where the way from a network leads back to: the addresses of the return pages name neither project nor
 * page.
 */
export const rememberConnectOrigin = (projectId: number, page: ConnectOrigin): void =>
  sessionStorage.setItem(key, `${projectId} ${page}`)

/** Where the person of this tab last left from to connect an account; null: nowhere. */
export const rememberedConnectOrigin = (): Origin | null => {
  const [id, page] = (sessionStorage.getItem(key) ?? '').split(' ')
  const projectId = Number(id)
  if (!Number.isSafeInteger(projectId) || projectId < 1) return null
  return { projectId, page: page === 'wizard' ? 'wizard' : 'settings' }
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
  const from = connectOriginIn(projectId) === 'wizard' ? '?from=wizard' : ''
  window.location.assign(`/${projectId}/${network}/connect${from}`)
}
