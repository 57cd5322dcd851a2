import fc from 'fast-check'
import { type Fault, faults } from '../networks.ts'

export type Who = 'admin' | 'creator' | 'internal' | 'external'
export type Command =
  | { do: 'save'; who: 'admin' | 'creator'; which: 0 | 1; text: string }
  | { do: 'schedule'; inMinutes: number; auto: boolean }
  | { do: 'unschedule' | 'send' | 'skip' | 'delete' | 'restore' | 'publish' | 'force' | 'sweep' }
  | { do: 'approve' | 'revise' | 'unapprove'; who: Who; which: 0 | 1 }
  | { do: 'propose'; which: 0 | 1; text: string }
  | { do: 'take'; who: 'admin' | 'creator' }
  | { do: 'wait'; minutes: number }
  | { do: 'fault'; fault: Fault }
  | { do: 'race'; with: Exclude<Command, { do: 'race' }> }

const who = fc.constantFrom<Who>('admin', 'creator', 'internal', 'external')
const agency = fc.constantFrom('admin' as const, 'creator' as const)
const which = fc.constantFrom<0 | 1>(0, 1)
const simple = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      who: agency,
      which,
      text: fc.constantFrom('A', 'B', 'C'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('schedule' as const),
      inMinutes: fc.constantFrom(3, 10, 300),
      auto: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.constantFrom<Command & { do: 'send' }>({ do: 'send' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'unschedule' as const,
        'skip' as const,
        'delete' as const,
        'restore' as const,
        'publish' as const,
        'force' as const,
      ),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('approve' as const), who, which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('propose' as const),
      which,
      text: fc.constantFrom('B', 'P', 'Q'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take' as const), who: agency }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('revise' as const, 'unapprove' as const), who, which }),
  },
)
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: simple },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 4, 11, 40, 301) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'sweep' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('fault' as const), fault: fc.constantFrom(...faults) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('race' as const), with: simple }) },
)

/** People mostly do the next sensible thing: without these steps hardly any walk would reach the network. */
const sensible = fc
  .record({
    auto: fc.boolean(),
    minutes: fc.constantFrom(3, 11),
    last: fc.constantFrom<Who>('external', 'admin'),
  })
  .map(({ auto, minutes, last }): Command[] => [
    { do: 'schedule', inMinutes: 10, auto },
    { do: 'send' },
    ...([0, 1] as const).map((which): Command => ({ do: 'approve', who: 'internal', which })),
    ...([0, 1] as const).map((which): Command => ({ do: 'approve', who: last, which })),
    { do: 'wait', minutes },
  ])
/** A client writes other words, the agency takes them, and the team decides once more if a creator did. */
const byWords = fc
  .record({
    auto: fc.boolean(),
    which,
    taker: agency,
    minutes: fc.constantFrom(3, 11),
    between: fc.option(simple, { freq: 2 }),
  })
  .map(({ auto, which, taker, minutes, between }): Command[] => [
    { do: 'schedule', inMinutes: 10, auto },
    { do: 'send' },
    ...([0, 1] as const).map((each): Command => ({ do: 'approve', who: 'internal', which: each })),
    { do: 'propose', which, text: 'P' },
    ...(between ? [between] : []),
    { do: 'take', who: taker },
    ...([0, 1] as const).map((each): Command => ({ do: 'approve', who: 'internal', which: each })),
    { do: 'wait', minutes },
  ])
/** What people, the clock, the network and the workers do with a post of two networks. */
export const walk = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: command.map(one => [one]) },
      { weight: 1, arbitrary: sensible },
      { weight: 1, arbitrary: byWords },
    ),
    {
      minLength: 8,
      maxLength: 30,
    },
  )
  .map(parts => parts.flat())
