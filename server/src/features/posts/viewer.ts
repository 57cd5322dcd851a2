import { isSocialNetwork, type SocialNetwork } from '#domain/networks/model.ts'
import { MASTER_NETWORK, settingValue } from '#domain/permissions/settings.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** The person for whom a post is read, which decides what they may see and do. `personId` null: the product itself. */
export type Viewer = {
  readonly scope: ProjectScope
  readonly personId: number | null
  /** The URL that browsers load media from: `config.publicUrl`. */
  readonly publicUrl: string
}

/** The caller as a viewer. */
export const viewerOf = ({ scope, person, services }: ScopedContext): Viewer => ({
  scope,
  personId: person.userId,
  publicUrl: services.config.publicUrl,
})

/** The network of the master content, if the project has one (docs/product/approvals.md "Master content"). */
export const masterNetworkOf = (scope: ProjectScope): SocialNetwork | null => {
  const value = settingValue(scope.settings, MASTER_NETWORK)
  return value !== undefined && isSocialNetwork(value) ? value : null
}
