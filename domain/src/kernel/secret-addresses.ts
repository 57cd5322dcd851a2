import type { Action } from '#domain/permissions/table.ts'

/** Every kind of address that opens something without a sign-in and lasts longer than a session of its maker. */
export const secretAddressKinds = ['approval_link', 'report_link', 'calendar_feed', 'proof'] as const
export type SecretAddressKind = (typeof secretAddressKinds)[number]

/**
 * What the maker of an address must still be allowed to do in its project; otherwise it opens nothing, since the maker knows the secret
 * (docs/product/accounts.md "Secret addresses").
 */
export const needsOfMaker = {
  approval_link: 'project.manage',
  report_link: 'report.write',
  calendar_feed: 'post.see',
  proof: 'proof.make',
} as const satisfies Record<SecretAddressKind, Action>
