import type { SocialNetwork } from '#domain/networks/model.ts'
import { isOnSites, type LinkTemplate, type LinkVariable } from '#domain/projects/link-parameters.ts'

/** The longest link that a card has. A longer one stays without parameters. */
const LINK_MAX = 2048

/** For which post and network a template is filled in. `campaign` null: the post belongs to none. */
export type LinkWords = {
  readonly project: string
  readonly network: SocialNetwork
  readonly campaign: string | null
}

/** What links get: their parameters as they stand in an address. */
export type LinkParameters = {
  readonly query: string
  readonly names: readonly string[]
  readonly sites: readonly string[]
}

/** `Spring Sale ’26` as `spring-sale-26`. */
const wordOf = (name: string): string =>
  (
    name
      .normalize('NFKC')
      .toLowerCase()
      // The dot that a Turkish capital leaves behind.
      .replaceAll('i\u0307', 'i')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join('-')

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Only what no network cuts an address at: a dot that ends it would belong to the sentence. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*~]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/\.$/, '%2E')

/** A parameter's value for a post; empty if it would only say what the post does not have. */
const valueFor = (value: string, words: LinkWords): string => {
  let lacks = false
  const filled = decoded(value).replace(/\{(\w+)\}/g, (_, name: LinkVariable) => {
    const word = wordOf(words[name] ?? '')
    lacks ||= word === ''
    return word
  })
  // What joined it to the rest goes with a word that is not there.
  return lacks ? filled.replace(/^[-_.\s]+|[-_.\s]+$/g, '') : filled
}

/** The parameters that a project's template has for a post on a network; null: none (docs/product/link-parameters.md "Template"). */
export const fillLinkTemplate = (template: LinkTemplate | null, words: LinkWords): LinkParameters | null => {
  if (template === null) return null
  const filled = template.parameters.flatMap(({ name, value }) => {
    const text = valueFor(value, words)
    return text === '' ? [] : [`${name}=${encoded(text)}`]
  })
  if (filled.length === 0) return null
  const names = template.parameters.map(({ name }) => name.toLowerCase())
  return { query: filled.join('&'), names, sites: template.sites }
}

/** The names of the parameters that an address has, before and behind its `#`. */
const namesIn = (link: string): string[] =>
  link
    .split(/[?#]/)
    .slice(1)
    .flatMap(part => part.split(/[&;]/))
    .map(part => decoded(part.split('=')[0] ?? '').toLowerCase())

/** Whether a link has no parameters yet: neither `utm_` ones nor one that the template would add. */
const isPlain = (link: string, { names, sites }: LinkParameters): boolean =>
  isOnSites(link, sites) && !namesIn(link).some(name => name.startsWith('utm_') || names.includes(name))

/** An address with the parameters before its `#`; itself if it has parameters of the kind, or leads to another site. */
export const linkWithParameters = (link: string, parameters: LinkParameters): string => {
  if (!isPlain(link, parameters)) return link
  const at = link.search(/#|$/)
  const address = link.slice(0, at)
  const base = /^https?:\/\/[^/?]*$/i.test(address) ? `${address}/` : address
  const joint = base.includes('?') ? (/[?&]$/.test(base) ? '' : '&') : '?'
  const longer = base + joint + parameters.query + link.slice(at)
  return longer.length > LINK_MAX ? link : longer
}
