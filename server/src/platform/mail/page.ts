import type { Words } from '#domain/kernel/languages/words.ts'

// Every mail about an account. `publicUrl` comes from the configuration: a link is never built from a request's Host header.

/** An address in the web app with a query. Spaces become `%20`, as sign-up expects of `name` (docs/product/accounts.md "Sign-up"). */
export const linkTo = (publicUrl: string, page: `/${string}`, query: Record<string, string> = {}): string => {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${publicUrl}${page}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

/** Says to a public page in which language to speak. English needs no saying. */
export const inLanguage = ({ language }: Words): Record<string, string> =>
  language === 'en' ? {} : { language }
