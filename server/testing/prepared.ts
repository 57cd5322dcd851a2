/**
 * Stands for a value that a hook makes before each test or the first one: `const cast = prepared(beforeAll, () => buildCast(db))`. Every
 * use reads the newest value, so that a file needs no variable that its hook assigns.
 *
 * @throws when it is used before the hook has run
 */
export const prepared = <Value extends object>(
  hook: (prepare: () => Promise<void>) => void,
  make: () => Promise<Value>,
): Value => {
  let value: Value | undefined
  hook(async () => {
    value = await make()
  })
  const current = (): Value => {
    if (value === undefined) throw new Error('This value is used before its hook has run')
    return value
  }
  return new Proxy({} as Value, {
    get: (_, key) => Reflect.get(current(), key),
    has: (_, key) => Reflect.has(current(), key),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, key) => {
      const found = Reflect.getOwnPropertyDescriptor(current(), key)
      return found && { ...found, configurable: true }
    },
  })
}
