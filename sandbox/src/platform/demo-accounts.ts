import { createHash } from 'node:crypto'
import type { Business, Person, SandboxAccount, SocialNetwork, Token } from './model.ts'
import type { Store } from './store.ts'

/** Fixed, so that ids, tokens and URLs survive a reset as well as a restart. */
const createdAt = Date.UTC(2026, 0, 5, 9)

type Brand = {
  brand: string
  logo: string
  about: string
  handle: string
  /** Juniper has no professional Instagram account. */
  ids: Partial<Record<SocialNetwork, string>>
}

const brands: Brand[] = [
  {
    brand: 'Harbor Coffee Roasters',
    logo: 'harbor',
    about: 'Small-batch coffee, roasted by the water since 2009. Open daily, 7 to 5.',
    handle: 'harborcoffee',
    ids: {
      facebook: '104857362918450',
      instagram: '17841405918273645',
      linkedin: '5829143',
      twitter: '1482930571846209537',
    },
  },
  {
    brand: 'Northwind Outdoors',
    logo: 'northwind',
    about: 'Packs, tents and trail notes for people who would rather be outside.',
    handle: 'northwindout',
    ids: {
      facebook: '117394826501734',
      instagram: '17841409376152840',
      linkedin: '7410268',
      twitter: '1503718264950374401',
    },
  },
  {
    brand: 'Juniper Bakery',
    logo: 'juniper',
    about: 'Sourdough, rye and whatever the season brings. Closed on Mondays.',
    handle: 'juniperbakery',
    ids: {
      facebook: '112093847561203',
      linkedin: '9036517',
      twitter: '1518840273659912193',
    },
  },
]

const pageOf = (handle: string) => brands.find(brand => brand.handle === handle)?.ids.facebook ?? ''
const [harbor, northwind, juniper] = ['harborcoffee', 'northwindout', 'juniperbakery'].map(pageOf) as [
  string,
  string,
  string,
]

type DemoPerson = {
  name: string
  email: string
  ids: Partial<Record<'facebook' | 'linkedin', string>>
  administersAll: boolean
  businesses?: Business[]
}

/**
 * Who can log in at Facebook (also for Instagram) and at LinkedIn. The second person administers nothing; the third has pages only through
 * a business, and is not assigned to one of them.
 */
const people: DemoPerson[] = [
  {
    name: 'Dana Reed',
    email: 'dana.reed@example.com',
    ids: { facebook: '10158273645091827', linkedin: '8k9Tq8P41c' },
    administersAll: true,
    businesses: [
      { id: '318420957610284', name: 'Reed & Co', owned: [], client: [harbor], assigned: [harbor] },
    ],
  },
  {
    name: 'Noah Blank',
    email: 'noah.blank@example.com',
    ids: { facebook: '10159384756102938', linkedin: '3f7Zb2Q90m' },
    administersAll: false,
  },
  {
    name: 'Bea Quill',
    email: 'bea.quill@example.com',
    ids: { facebook: '10161495837264019' },
    administersAll: false,
    businesses: [
      {
        id: '482019375610284',
        name: 'Quill Media',
        owned: [juniper],
        client: [harbor, northwind],
        assigned: [juniper, harbor],
      },
    ],
  },
]

const networksOfABrand: SocialNetwork[] = ['facebook', 'instagram', 'linkedin', 'twitter']

function detailsOf(brand: Brand, network: SocialNetwork, id: string): Record<string, string> {
  const page = { fb_page_name: brand.brand, fb_page_id: brand.ids.facebook ?? '' }
  const details: Record<SocialNetwork, Record<string, string>> = {
    facebook: page,
    instagram: { ...page, username: brand.handle },
    linkedin: { organizationName: brand.brand, vanityName: brand.handle },
    twitter: { screen_name: brand.handle, user_id: id },
  }
  return details[network]
}

/** Always the same token for the same account, with the length of the network's real ones. */
function opaque(seed: string, length: number): string {
  let text = ''
  for (let round = 0; text.length < length; round++) {
    text += createHash('sha512').update(`${seed}/${round}`).digest('base64').replaceAll(/[+/=]/g, '')
  }
  return text.slice(0, length)
}

function tokenOf(network: SocialNetwork, account: string): Pick<Token, 'id' | 'secret'> {
  const tokens: Record<SocialNetwork, () => Pick<Token, 'id' | 'secret'>> = {
    facebook: () => ({ id: `EAAG${opaque(`facebook/${account}`, 180)}` }),
    instagram: () => ({ id: `EAAG${opaque(`instagram/${account}`, 180)}` }),
    linkedin: () => ({ id: `AQX${opaque(`linkedin/${account}`, 347)}` }),
    twitter: () => ({
      id: `${account}-${opaque(`twitter/${account}`, 30)}`,
      secret: opaque(`twitter-secret/${account}`, 45),
    }),
  }
  return tokens[network]()
}

/** Adds the demo accounts and their tokens to a store that does not have them yet. */
export function seedDemoAccounts(store: Store): void {
  for (const brand of brands) {
    for (const network of networksOfABrand) {
      const id = brand.ids[network]
      if (!id) continue
      const owned = { network, account: id, created_at: createdAt }
      const account: SandboxAccount = {
        ...owned,
        id,
        brand: brand.brand,
        name: brand.brand,
        handle: brand.handle,
        about: brand.about,
        logo: brand.logo,
        account_details: detailsOf(brand, network, id),
      }
      store.add('account', account)
      store.add('token', { ...owned, ...tokenOf(network, id), state: 'active' })
    }
  }
  for (const person of demoPeople()) store.add('person', person)
}

function demoPeople(): Person[] {
  return people.flatMap(({ name, email, ids, administersAll, businesses }) => {
    const known = { facebook: { ...(businesses && { businesses }) }, linkedin: {} }
    return (['facebook', 'linkedin'] as const).flatMap(network => {
      const id = ids[network]
      if (!id) return []
      const administers = administersAll ? brands.flatMap(brand => brand.ids[network] ?? []) : []
      const own = { id, network, account: id, created_at: createdAt, name, email, administers }
      return [{ ...own, ...known[network] }]
    })
  })
}

/** In the expected order: the person with pages first. */
export function listPeople(store: Store, network: 'facebook' | 'linkedin'): Person[] {
  return store.list('person', { network }).reverse()
}

/** Brand by brand, with the networks in the product's order. */
export function listAccounts(store: Store): SandboxAccount[] {
  return store.list('account').reverse()
}

export function logoUrl(baseUrl: string, account: SandboxAccount): string {
  return `${baseUrl}/logos/${account.logo}.png`
}
