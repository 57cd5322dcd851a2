// Preloaded (`node --import`) into the processes of tests whose clock is moved (decision 92): their `Date` runs ahead of the machine's.

if (process.env.NODE_ENV === 'production')
  throw new Error('The clock is moved only in tests. Unset NODE_ENV=production, or NODE_OPTIONS.')

const aheadMs = Number(process.env.TEST_CLOCK_AHEAD ?? 0)
const SystemDate = Date
const now = (): number => SystemDate.now() + aheadMs

// Not a subclass: what Node itself makes, as the time of a file, must be an instance too.
const MovedDate: DateConstructor = new Proxy(SystemDate, {
  construct: (system, given, target) =>
    Reflect.construct(system, given.length === 0 ? [now()] : given, target === MovedDate ? system : target),
  apply: () => new MovedDate().toString(),
  get: (system, name) => (name === 'now' ? now : Reflect.get(system, name)),
})
SystemDate.prototype.constructor = MovedDate
globalThis.Date = MovedDate
