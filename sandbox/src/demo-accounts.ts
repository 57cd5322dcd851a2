import { createHash } from 'node:crypto'
import type { Account, Network, Token } from './model.ts'
import type { Store } from './store.ts'

/** Fixed, so that ids, tokens and addresses survive a reset as well as a restart. */
const founded = Date.UTC(2026, 0, 5, 9)

type Brand = {
  brand: string
  logo: string
  about: string
  handle: string
  ids: Record<Network, string>
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
]

const networksOfABrand: Network[] = ['facebook', 'instagram', 'linkedin', 'twitter']

function detailsOf(brand: Brand, network: Network): Record<string, string> {
  const page = { fb_page_name: brand.brand, fb_page_id: brand.ids.facebook }
  const details: Record<Network, Record<string, string>> = {
    facebook: page,
    instagram: { ...page, username: brand.handle },
    linkedin: { organizationName: brand.brand, vanityName: brand.handle },
    twitter: { screen_name: brand.handle, user_id: brand.ids.twitter },
  }
  return details[network]
}

/** The same token for the same account every time, as long as the network's own. */
function opaque(seed: string, length: number): string {
  let text = ''
  for (let round = 0; text.length < length; round++) {
    text += createHash('sha512').update(`${seed}/${round}`).digest('base64').replaceAll(/[+/=]/g, '')
  }
  return text.slice(0, length)
}

function tokenOf(network: Network, account: string): Pick<Token, 'id' | 'secret'> {
  const tokens: Record<Network, () => Pick<Token, 'id' | 'secret'>> = {
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

/** Puts the demo accounts and their tokens into a store that does not have them yet. */
export function seedDemoAccounts(store: Store): void {
  for (const brand of brands) {
    for (const network of networksOfABrand) {
      const id = brand.ids[network]
      const owned = { network, account: id, created_at: founded }
      const account: Account = {
        ...owned,
        id,
        brand: brand.brand,
        name: brand.brand,
        handle: brand.handle,
        about: brand.about,
        logo: brand.logo,
        account_details: detailsOf(brand, network),
      }
      store.add('account', account)
      store.add('token', { ...owned, ...tokenOf(network, id), state: 'active' })
    }
  }
}

/** Accounts in the order people expect them: brand by brand, networks in the product's order. */
export function listAccounts(store: Store): Account[] {
  return store.list('account').reverse()
}

export function logoUrl(baseUrl: string, account: Account): string {
  return `${baseUrl}/logos/${account.logo}.png`
}
