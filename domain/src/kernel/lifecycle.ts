/**
 * A lifecycle as data: which event moves a thing from which states to which. One function in the server applies it
 * (`update … where status = from`), the web draws its buttons from it, docs get their diagram from it.
 */
export type Lifecycle<State extends string, Event extends string> = {
  readonly name: string
  readonly states: readonly State[]
  /** Where a thing may begin. */
  readonly initial: readonly State[]
  readonly events: Readonly<Record<Event, { readonly from: readonly State[]; readonly to: State }>>
}

/** The state that the event leads to, or null where the table has no such row. */
export const next = <S extends string, E extends string>(
  lifecycle: Lifecycle<S, E>,
  from: S,
  event: E,
): S | null => {
  const transition = lifecycle.events[event]
  return transition.from.includes(from) ? transition.to : null
}

/** The events that are possible in a state. */
export const possibleEvents = <S extends string, E extends string>(
  lifecycle: Lifecycle<S, E>,
  from: S,
): E[] => (Object.keys(lifecycle.events) as E[]).filter(event => lifecycle.events[event].from.includes(from))

/** States that no chain of events reaches, and states that no event leaves: what a test looks at. */
export const graphOf = <S extends string, E extends string>(lifecycle: Lifecycle<S, E>) => {
  const reached = new Set<S>(lifecycle.initial)
  for (let grew = true; grew; ) {
    grew = false
    for (const { from, to } of Object.values(lifecycle.events) as { from: readonly S[]; to: S }[]) {
      if (!reached.has(to) && from.some(state => reached.has(state))) {
        reached.add(to)
        grew = true
      }
    }
  }
  return {
    unreachable: lifecycle.states.filter(state => !reached.has(state)),
    final: lifecycle.states.filter(state => possibleEvents(lifecycle, state).length === 0),
  }
}
