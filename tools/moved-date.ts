import { readFileSync } from 'node:fs'

// Preloaded (`node --import`) into every process of a test whose clock is moved (docs/decisions/0092-a-clock-for-tests.md): its `Date`
// runs ahead of the machine's by a fixed time, or by what a file says, which a test may change at any moment.

const { NODE_ENV, SANDBOX = 'on', TEST_CLOCK_AHEAD = '0', TEST_CLOCK_FILE } = process.env

if (NODE_ENV === 'production')
  throw new Error('The clock is moved only in tests. Unset NODE_ENV=production, or NODE_OPTIONS.')
// Real networks would get posts before their time.
if (TEST_CLOCK_FILE !== undefined && ['off', 'false', '0'].includes(SANDBOX))
  throw new Error('The clock is moved only with the sandbox. Unset SANDBOX, or TEST_CLOCK_FILE.')

/** How often the file is read, at most; by the clock that never moves. */
const READ_MS = 10
let readAt = Number.NEGATIVE_INFINITY
let ahead = Number(TEST_CLOCK_AHEAD)

const aheadMs = (): number => {
  if (TEST_CLOCK_FILE === undefined || performance.now() - readAt < READ_MS) return ahead
  readAt = performance.now()
  ahead = Number(readFileSync(TEST_CLOCK_FILE, 'utf8'))
  return ahead
}

const SystemDate = Date
const now = (): number => SystemDate.now() + aheadMs()

// Not a subclass: what Node itself makes, as the time of a file, must be an instance too.
const MovedDate: DateConstructor = new Proxy(SystemDate, {
  construct: (system, given, target) =>
    Reflect.construct(system, given.length === 0 ? [now()] : given, target === MovedDate ? system : target),
  apply: () => new MovedDate().toString(),
  get: (system, name) => (name === 'now' ? now : Reflect.get(system, name)),
})
SystemDate.prototype.constructor = MovedDate
globalThis.Date = MovedDate
