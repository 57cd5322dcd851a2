import type { MemberRole } from '#domain/team/model.ts'

/** Which people of a project a screen is about, and its words. */
export type PeopleKind = {
  readonly title: string
  readonly about: string
  readonly empty: string
  readonly roles: readonly MemberRole[]
  readonly roleNote?: string
}
