import { beforeEach } from 'vitest'
import {
  connectFacebookPage,
  getLinkedinAuthorizationLink,
  listFacebookPages,
  listLinkedinOrganizations,
} from '#domain/social-accounts/contract.ts'
import { makeKey } from '#server/config.ts'
import { makeSocialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import { useTestApp } from '../app.ts'
import { buildChoice, stubConnectors } from '../connectors.ts'
import { type Cast, useNewCast } from '../people.ts'

/**
 * Opens a test of connecting: before each test a new project that is connected to nothing, and networks that offer two pages. `find` and
 * `choose` are Facebook’s two calls; a person who comes back from LinkedIn brings the state that beginning gave.
 */
export const useConnections = () => {
  const { connectors, state } = stubConnectors()
  const kit = useTestApp({
    routes: makeSocialAccountRoutes(() => connectors),
    config: { TOKEN_KEY: makeKey() },
  })
  const cast = useNewCast(kit, { connected: [] })
  beforeEach(() => {
    state.choices = [buildChoice('facebook', '100'), buildChoice('facebook', '200')]
    state.refused = null
    state.calls.length = 0
  })
  const callback = (network: string) => `${kit.services.config.publicUrl}/${network}/callback`
  const inProject = (of: Cast = cast) => ({ params: { projectId: of.project.projectId } })
  return {
    kit,
    cast,
    state,
    inProject,
    accounts: () =>
      kit.db
        .selectFrom('social_accounts')
        .selectAll()
        .where('project_id', '=', cast.project.projectId)
        .execute(),
    find: (reconnect = false, by: Cast = cast) =>
      kit.ask(by.admin, listFacebookPages, { ...inProject(by), body: { token: 'canary-short', reconnect } }),
    choose: (page_id: string, by: Cast = cast) =>
      kit.ask(by.admin, connectFacebookPage, { body: { project_id: by.project.projectId, page_id } }),
    callback,
    beginLinkedin: async (person = cast.admin) => {
      const query = { callback_url: callback('linkedin'), reconnect: 'false' } as const
      const { data } = await kit.ask(person, getLinkedinAuthorizationLink, { ...inProject(), query })
      return new URL(data.authorization_link).searchParams.get('state') ?? ''
    },
    returnFromLinkedin: (sent: string, person = cast.admin) =>
      kit.ask(person, listLinkedinOrganizations, { body: { code: 'canary-code', state: sent } }),
  }
}
