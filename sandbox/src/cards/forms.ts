/** The gateway's notation of objects and lists in a form: `items[0][price]`, `metadata[agency]`. */
const partsOf = (name: string): string[] => name.split(/[[\]]+/).filter(part => part !== '')

/** The texts of an object in a form: `metadata[agency]=1` is `{agency: '1'}`. */
export function objectIn(form: URLSearchParams, name: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [key, value] of form) {
    const [first, second, more] = partsOf(key)
    if (first === name && second !== undefined && more === undefined) found[second] = value
  }
  return found
}

/** A list of objects in a form, in its order. */
export function listIn(form: URLSearchParams, name: string): Record<string, string>[] {
  const found = new Map<string, Record<string, string>>()
  for (const [key, value] of form) {
    const [first, index, field] = partsOf(key)
    if (first !== name || index === undefined || field === undefined) continue
    found.set(index, { ...found.get(index), [field]: value })
  }
  return [...found.values()]
}

/** A list of texts in a form: `lookup_keys[0]=a`. */
export const textsIn = (form: URLSearchParams, name: string): string[] => Object.values(objectIn(form, name))
