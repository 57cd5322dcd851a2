/**
 * A lifecycle as data: which event moves a thing from which states to which. The server's `move()` applies it
 * (`update … where status = from`), the web draws its buttons from it, and docs/lifecycles.md is generated from it.
 */
export type Lifecycle<State extends string, Event extends string> = {
  readonly name: string
  readonly states: readonly State[]
  /** The states in which a new thing can start. */
  readonly initial: readonly State[]
  readonly events: Readonly<Record<Event, { readonly from: readonly State[]; readonly to: State }>>
}

/** The state that the event leads to, or null if it cannot happen in this state. */
export const next = <S extends string, E extends string>(
  lifecycle: Lifecycle<S, E>,
  from: S,
  event: E,
): S | null => {
  const transition = lifecycle.events[event]
  return transition.from.includes(from) ? transition.to : null
}
