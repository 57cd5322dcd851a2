import { isAdmin } from '#domain/permissions/can.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import { type Approver, actorOf } from './approvers.ts'
import { hasRoundRole } from './rounds.ts'

/**
 * Whom of these people a round waits for. `chosen`: of those who were chosen, the ones that are meant; null: nobody was chosen, so it is
 * everybody whose role it is, and admins only where nobody else has it. (docs/product/notifications.md "Who is told what")
 */
export const awaitedApprovers = <Person extends Approver>(
  people: readonly Person[],
  type: ApprovalType,
  chosen: readonly number[] | null,
): Person[] => {
  if (chosen !== null) return people.filter(({ id }) => chosen.includes(id))
  const deciding = people.filter(one => hasRoundRole(actorOf(one), type))
  const others = deciding.filter(one => !isAdmin(one))
  return others.length > 0 ? others : deciding
}

/** More names are counted: `Ada, Bo and 3 others`. */
const NAMES_MAX = 3

type OpenRound = {
  readonly type: ApprovalType
  /** Those who were chosen. */
  readonly approvers: readonly { readonly id: number; readonly has_approved: boolean }[]
}

/** Those of these people whom an open round waits for. */
export const awaitedIn = <Person extends Approver>(
  { type, approvers }: OpenRound,
  people: readonly Person[],
) => {
  const missing = approvers.filter(({ has_approved }) => !has_approved).map(({ id }) => id)
  return awaitedApprovers(people, type, approvers.length === 0 ? null : missing)
}

/** Whether an open round waits for others than this person, who may still be allowed to decide it: an admin in place of the client. */
export const isOthersTurn = (round: OpenRound, people: readonly Approver[], personId: number): boolean => {
  const awaited = awaitedIn(round, people)
  return awaited.length > 0 && awaited.every(({ id }) => id !== personId)
}

/** The names of those whom an open round waits for: `Ada and Bo`, or `Ada or Bo` where one of them decides for all. Empty for nobody. */
export const awaitedNames = (
  round: OpenRound,
  people: readonly (Approver & { readonly name: string })[],
): string => {
  const names = awaitedIn(round, people).map(({ name }) => name)
  const more = names.length - NAMES_MAX
  const shown = more > 1 ? [...names.slice(0, NAMES_MAX), `${more} others`] : names
  const words = new Intl.ListFormat('en-GB', {
    type: round.approvers.length === 0 ? 'disjunction' : 'conjunction',
  })
  return words.format(shown)
}

/** `Waiting for Ada and Bo.` Empty for nobody. */
export const waitingForText = (...round: Parameters<typeof awaitedNames>): string => {
  const names = awaitedNames(...round)
  return names === '' ? '' : `Waiting for ${names}.`
}
