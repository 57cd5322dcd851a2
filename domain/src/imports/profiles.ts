import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'

/** What a name of a profile can be said to be; `none`: it is left out. */
export const profileTargets = [...socialNetworks, 'none'] as const
export type ProfileTarget = (typeof profileTargets)[number]

/** A name in the column of networks that Galley does not know; null: nobody has said what it is. */
export type ProfileChoice = { readonly name: string; readonly target: ProfileTarget | null }

/** The names of the connected accounts, by their keys, that are on one network only. */
export type AccountNames = ReadonlyMap<string, SocialNetwork>

/** Names that differ in case, spaces around them or an @ are the same. */
export const profileKey = (name: string): string => name.trim().replace(/^@/, '').toLowerCase()

/** The names of these accounts and their handles; one that is on two networks means neither. */
export const accountNames = (
  accounts: readonly Pick<ProjectSocial, 'social_network' | 'name' | 'account_details'>[],
): AccountNames => {
  const names = new Map<string, SocialNetwork | null>()
  for (const { social_network, name, account_details } of accounts)
    for (const key of new Set([name, ...Object.values(account_details)].map(profileKey)))
      names.set(key, names.has(key) ? null : social_network)
  return new Map(
    [...names].flatMap(([key, network]) => (network && key !== '' ? [[key, network] as const] : [])),
  )
}

/** A cell with a whole text in the wrong column is not listed word by word. */
const WORDS_MAX = 20
/** Names that are asked about, and the longest of them. */
export const PROFILES_MAX = 50
export const PROFILE_NAME_MAX = 80

/** The names in a cell of the column of networks. */
export const profileNamesIn = (text: string): string[] =>
  text
    .split(/[,;|\n]+/)
    // Half a character could not be stored.
    .flatMap(word => word.trim().slice(0, PROFILE_NAME_MAX).toWellFormed().trim() || [])
    .slice(0, WORDS_MAX)

/** What other tools call the networks and their profiles, in letters alone. */
const networkAliases: Readonly<Record<SocialNetwork, readonly string[]>> = {
  facebook: ['fb', 'facebookpage', 'fbpage', 'facebookbusinesspage'],
  instagram: [
    'ig',
    'insta',
    'instagrambusiness',
    'instagramprofessional',
    'instagramaccount',
    'instagrambusinessaccount',
  ],
  linkedin: ['li', 'linkedinpage', 'linkedincompany', 'linkedincompanypage'],
  twitter: ['x', 'twitterx', 'xtwitter', 'xformerlytwitter', 'twitterprofile', 'xprofile'],
}

const lettersOf = (word: string): string => word.toLowerCase().replace(/[^\p{L}]/gu, '')

/** The network that a word names, as networks are called, or null. */
export const networkOf = (word: string): SocialNetwork | null => {
  const letters = lettersOf(word)
  return (
    socialNetworks.find(network => network === letters || networkAliases[network].includes(letters)) ?? null
  )
}

const exception =
  /(?<!\p{L})(?:not|no|non|except|excluding|without|but|nicht|kein|keine|ohne|außer|ausser|sauf|sans|pas|excepto|menos|sin)(?!\p{L})/iu

/** The networks that a name means without anybody's choice, or null: "fb / ig", an account's own name, "Harbor on Facebook". */
export const networksOfName = (name: string, accounts: AccountNames): readonly SocialNetwork[] | null => {
  const whole = networkOf(name) ?? accounts.get(profileKey(name))
  if (whole) return [whole]
  const parts = name.split(/ *[/&+] *| (?:and|und|et|y|e|i) /i).map(networkOf)
  if (parts.length > 1 && parts.every(network => network !== null)) return parts
  // "All except LinkedIn" means other networks, and "Facebook / TikTok" one that Galley does not have.
  if (exception.test(name) || parts.some(network => network !== null)) return null
  const mentioned = socialNetworks.filter(network => lettersOf(name).includes(network))
  return mentioned.length === 1 ? mentioned : null
}

/** The names of these cells that have to be asked about, with what was chosen for them before. */
export const unknownProfiles = (
  cells: readonly string[],
  accounts: AccountNames,
  earlier: readonly ProfileChoice[],
): ProfileChoice[] => {
  const names = new Map<string, string>()
  for (const name of cells.flatMap(profileNamesIn))
    if (!names.has(profileKey(name)) && networksOfName(name, accounts) === null)
      names.set(profileKey(name), name)
  return [...names].slice(0, PROFILES_MAX).map(([key, name]) => ({
    name,
    target: earlier.find(choice => profileKey(choice.name) === key)?.target ?? null,
  }))
}
