/** The permissions an app can ask for, as the consent page describes them. */
const permissions: Record<string, string> = {
  public_profile: 'See your name and picture',
  email: 'See your e-mail address',
  pages_show_list: 'See the Pages you manage',
  pages_read_engagement: 'Read what is posted on the Pages you manage',
  pages_read_user_content: 'Read what others write on the Pages you manage',
  pages_manage_posts: 'Create and manage posts on the Pages you manage',
  pages_manage_ads: 'Manage advertisements of the Pages you manage',
  pages_manage_engagement: 'Comment as the Pages you manage',
  read_insights: 'Read the figures of the Pages you manage',
  business_management: 'See the businesses you manage',
  instagram_basic: 'See the Instagram accounts linked to your Pages',
  instagram_content_publish: 'Publish to those Instagram accounts',
  instagram_manage_comments: 'Comment as those Instagram accounts',
  instagram_manage_insights: 'Read the figures of those Instagram accounts',
}

/** What the product needs; the demo accounts' own tokens have it, and nothing of advertising. */
export const allPermissions = Object.keys(permissions).filter(name => name !== 'pages_manage_ads')

/** The app's configurations of Facebook Login for Business, with their permissions. */
const loginConfigurations: Record<string, readonly string[]> = { '620184739502716': allPermissions }

/** The permissions that a dialog asks for: those of its configuration, else those in `scope`. Undefined for an unknown configuration. */
export function requestedScopes({
  config_id: configuration,
  scope,
}: Record<string, string>): string[] | undefined {
  if (configuration === undefined) return readScopes(scope)
  const named = Object.hasOwn(loginConfigurations, configuration)
    ? loginConfigurations[configuration]
    : undefined
  return named && readScopes(named.join(','))
}

/** The known permissions in a `scope` parameter, and the public profile, which is always included. */
function readScopes(scope = ''): string[] {
  const requested = scope.split(/[\s,]+/).filter(name => name in permissions)
  return [...new Set(['public_profile', ...requested])]
}

export function describePermissions(scopes: readonly string[]): string[] {
  return scopes.flatMap(scope => permissions[scope] ?? [])
}
