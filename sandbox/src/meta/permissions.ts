/** What an app may ask for, in the words of the consent page. */
const permissions: Record<string, string> = {
  public_profile: 'See your name and picture',
  email: 'See your e-mail address',
  pages_show_list: 'See the Pages you manage',
  pages_read_engagement: 'Read what is posted on the Pages you manage',
  pages_read_user_content: 'Read what others write on the Pages you manage',
  pages_manage_posts: 'Create and manage posts on the Pages you manage',
  pages_manage_engagement: 'Comment as the Pages you manage',
  read_insights: 'Read the figures of the Pages you manage',
  business_management: 'See the businesses you manage',
  instagram_basic: 'See the Instagram accounts linked to your Pages',
  instagram_content_publish: 'Publish to those Instagram accounts',
  instagram_manage_comments: 'Comment as those Instagram accounts',
  instagram_manage_insights: 'Read the figures of those Instagram accounts',
}

/** What the demo accounts' own tokens may do. */
export const allPermissions = Object.keys(permissions)

/** Configurations of Facebook Login for Business that the sandbox's app has, each with its permissions. */
const loginConfigurations: Record<string, readonly string[]> = { '620184739502716': allPermissions }

/** What a dialog asks for: what its configuration names, else its `scope`. Undefined for a configuration that there is none of. */
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

/** A `scope` parameter: the known permissions in it, and the public profile that everybody gives. */
function readScopes(scope = ''): string[] {
  const asked = scope.split(/[\s,]+/).filter(name => name in permissions)
  return [...new Set(['public_profile', ...asked])]
}

export function describePermissions(scopes: readonly string[]): string[] {
  return scopes.flatMap(scope => permissions[scope] ?? [])
}
