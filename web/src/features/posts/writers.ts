import { networkNames } from '#domain/networks/names.ts'
import type { PostViewer, Writing } from '#domain/posts/model.ts'
import type { ProjectUser } from '#domain/projects/model.ts'

/** Somebody of the project who has the post open. */
export type Seen = {
  readonly user: ProjectUser
  readonly isClient: boolean
  readonly writing: Writing | null
}

const fieldWords: Readonly<Record<Writing['field'], (network: string) => string>> = {
  message: network => `the ${network} message`,
  first_comment: network => `the ${network} first comment`,
  note: () => 'a note',
  question: () => 'a question or an answer',
  revision: () => 'what to revise',
  other: network => `in the ${network} version`,
}

export const nameOf = ({ user, isClient }: Seen): string => (isClient ? `${user.name} (client)` : user.name)

/** @example `Ana is writing the Facebook message`, `Emil (client) is here` */
export const textOf = (seen: Seen): string => {
  const { writing } = seen
  if (writing === null) return `${nameOf(seen)} is here`
  return `${nameOf(seen)} is writing ${fieldWords[writing.field](networkNames[writing.social_network])}`
}

/** Only people of the project have a name here: somebody who was just removed has none. */
export const seenOf = (viewers: readonly PostViewer[], people: readonly ProjectUser[] = []): Seen[] =>
  viewers.flatMap(({ user_id, is_client, writing }) => {
    const user = people.find(({ id }) => id === user_id)
    return user ? [{ user, isClient: is_client, writing }] : []
  })
