import { asLookedUp } from '#domain/kernel/lookup-name.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { type Setting, settingValue } from '#domain/permissions/settings.ts'

/** The most characters of a project's template, and of its list of sites. */
export const LINK_PARAMETERS_MAX = 500
export const LINK_SITES_MAX = 1000

/** What a template can name in curly brackets: in its place comes a word for the project, the version's network or the post's campaign. */
export const linkVariables = ['project', 'network', 'campaign'] as const
export type LinkVariable = (typeof linkVariables)[number]

/** What people usually measure, to begin a template with. */
export const usualLinkParameters = 'utm_source={network}&utm_medium=social&utm_campaign={campaign}'

/** A parameter of a template. `value` may have variables. */
export type LinkParameter = { readonly name: string; readonly value: string }

/** Variables in a value, known or not. */
const variables = /\{([^{}]*)\}/g

const partsOf = (template: string): string[] => oneLine(template).replace(/^\?/, '').split('&')

/** The parameters of a template, `utm_source={network}&utm_medium=social`. Empty for an empty one. */
export const linkParametersIn = (template: string): LinkParameter[] =>
  partsOf(template).flatMap(part => {
    const at = part.indexOf('=')
    return at > 0 ? { name: part.slice(0, at), value: part.slice(at + 1) } : []
  })

/** Why this is no template, or null; an empty one adds nothing to links (docs/product/link-parameters.md "Template"). */
export const linkParametersProblem = (template: string): string | null => {
  if (oneLine(template) === '') return null
  if (template.length > LINK_PARAMETERS_MAX) return `At most ${LINK_PARAMETERS_MAX} characters`
  const odd = partsOf(template).find(part => !/^[\w.-]+=[^\s#]+$/.test(part))
  if (odd !== undefined) return `Write each parameter as name=value, with & between them: “${odd}” is none`
  const parameters = linkParametersIn(template)
  const names = parameters.map(({ name }) => name.toLowerCase())
  const twice = parameters.find(({ name }, index) => names.indexOf(name.toLowerCase()) < index)
  if (twice) return `${twice.name} is there twice`
  const unknown = parameters
    .flatMap(({ value }) => [...value.matchAll(variables)])
    .find(([, name = '']) => !linkVariables.includes(name as LinkVariable))
  if (unknown) return `Use {project}, {network} or {campaign}: ${unknown[0]} is not known`
  const open = parameters.find(({ value }) => /[{}]/.test(value.replaceAll(variables, '')))
  return open ? `A curly bracket of ${open.name} has no other one` : null
}

const hostOf = (site: string): string => asLookedUp(site.toLowerCase().normalize('NFC')).replace(/^www\./, '')

/** The sites of a list, as they are looked up: separated by commas or spaces, with or without `https://`. */
export const linkSitesIn = (list: string): string[] =>
  list
    .split(/[\s,;]+/)
    .filter(site => site !== '')
    .map(site => hostOf(site.replace(/^https?:\/\//i, '').replace(/[/?#].*$/, '')))

/** Why this is no list of sites, or null. An empty one means all links. */
export const linkSitesProblem = (list: string): string | null => {
  if (list.length > LINK_SITES_MAX) return `At most ${LINK_SITES_MAX} characters`
  const odd = linkSitesIn(list).find(site => !/^([a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(site))
  return odd === undefined
    ? null
    : `Write sites such as example.com, with commas between them: “${odd}” is none`
}

/** What a project adds to its links; null: nothing. */
export const linkTemplateOf = (settings: readonly Setting[]) => {
  const template = settingValue(settings, 'link-parameters') ?? ''
  const parameters = linkParametersIn(template)
  if (parameters.length === 0) return null
  return { parameters, sites: linkSitesIn(settingValue(settings, 'link-parameter-sites') ?? '') }
}
export type LinkTemplate = NonNullable<ReturnType<typeof linkTemplateOf>>

/** Whether a link leads to one of these sites or to a part of one; no sites are all. */
export const isOnSites = (link: string, sites: readonly string[]): boolean => {
  if (sites.length === 0) return true
  const host = URL.canParse(link) ? hostOf(new URL(link).hostname) : ''
  return sites.some(site => host === site || host.endsWith(`.${site}`))
}
