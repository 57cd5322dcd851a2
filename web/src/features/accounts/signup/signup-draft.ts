import { parseJson } from '#domain/kernel/json.ts'
import { draftPrefix } from '#web/platform/session.ts'

const KEY = `${draftPrefix}sign-up`
/** Passwords are not kept. */
const names = ['name', 'last_name', 'email', 'phone_number', 'company'] as const
type Typed = Readonly<Record<(typeof names)[number], string>>

/** What was typed into the sign-up form in this tab, through the login page, a provider’s page or a reload. */
export const readSignupDraft = (): Typed => {
  const stored = parseJson(sessionStorage.getItem(KEY) ?? '')
  const typed = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const text = (name: string) => (typeof typed[name] === 'string' ? typed[name] : '')
  return Object.fromEntries(names.map(name => [name, text(name)])) as Typed
}

export const keepSignupDraft = (fields: Typed): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(names.map(name => [name, fields[name]]))))
  } catch (error) {
    // A full storage keeps nothing; the form works without.
    if (!(error instanceof DOMException)) throw error
  }
}

export const dropSignupDraft = (): void => sessionStorage.removeItem(KEY)
