/**
 * A lifecycle as data: which event moves a thing from which states to which. The server's `move()` applies it
 * (`update … where status = from`), the rules of the web's buttons read it, and docs/lifecycles.md is generated from it.
 */
export type Lifecycle<State extends string, Event extends string, Table extends string = string> = {
  readonly name: string
  /** The table of the things, the column of their state, and the one by which `move()` finds a row. */
  readonly table: Table
  readonly column: string
  readonly key: string
  readonly states: readonly State[]
  /** The states in which a new thing can start. */
  readonly initial: readonly State[]
  readonly events: { readonly [event in Event]: Transition<State> }
}

type Transition<State extends string> = { readonly from: readonly State[]; readonly to: State }

type Described<State extends string, Event extends string, Table extends string> = Pick<
  Lifecycle<State, Event, Table>,
  'name' | 'table' | 'states'
> & {
  readonly column?: string
  readonly key?: string
  readonly initial: readonly NoInfer<State>[]
  readonly events: { readonly [event in Event]: Transition<NoInfer<State>> }
}

/** A lifecycle whose state is the column `status` and whose rows are found by `id`, unless it says otherwise. */
export const lifecycle = <State extends string, Event extends string, Table extends string>(
  described: Described<State, Event, Table>,
): Lifecycle<State, Event, Table> => ({ column: 'status', key: 'id', ...described })

/** What can happen to the things of a lifecycle. */
export type EventOf<L> = L extends { readonly events: infer Events } ? keyof Events & string : never

/** The state that the event leads to, or null if it cannot happen in this state. */
export const next = <S extends string, E extends string>(
  { events }: Lifecycle<S, E>,
  from: S,
  event: E,
): S | null => {
  const transition = events[event]
  return transition.from.includes(from) ? transition.to : null
}

/** The states in which the event can happen. */
export const statesBefore = <S extends string, E extends string>(
  { events }: Lifecycle<S, E>,
  event: E,
): readonly S[] => events[event].from
