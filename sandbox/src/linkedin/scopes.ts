/** The app's permissions, as the consent page describes them. */
export const scopes = {
  openid: 'Use your name and photo',
  profile: 'Use your name and photo',
  email: 'Use the primary email address of your account',
  r_basicprofile: 'Use your basic profile: name, photo, headline and public address',
  w_member_social: 'Create, change and delete posts, comments and reactions in your name',
  r_organization_social: 'Read your organizations’ posts, comments, reactions and other engagement',
  w_organization_social: 'Create, change and delete posts, comments and reactions for your organizations',
  rw_organization_admin: 'Manage your organizations’ pages and read their reporting',
} as const
export type Scope = keyof typeof scopes

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text)
}

/** The scopes that allow each kind of call; any one of them is enough. */
export const scopesFor = {
  writing: ['w_organization_social'],
  reading: ['r_organization_social'],
  uploads: ['w_organization_social', 'r_organization_social'],
  administration: ['rw_organization_admin'],
  organizations: ['rw_organization_admin', 'r_organization_social', 'w_organization_social'],
  openid: ['openid'],
  profile: ['r_basicprofile', 'profile'],
} as const satisfies Record<string, readonly Scope[]>
