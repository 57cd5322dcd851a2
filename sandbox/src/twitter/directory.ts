import { listAccounts } from '../platform/demo-accounts.ts'
import type { Store } from '../platform/store.ts'

/** A user that can be mentioned. Only the demo accounts have a `logo`. */
export type DirectoryUser = { id: string; name: string; username: string; about: string; logo?: string }

/** Invented users, so that a search finds more than the demo accounts. */
const others: readonly DirectoryUser[] = [
  ['1102938475610293847', 'Coffee Weekly', 'coffeeweekly', 'News from the roasters, every Friday.'],
  ['1120394857102938475', 'The Coffee Map', 'thecoffeemap', 'Where to drink it, city by city.'],
  ['1139485710293847561', 'Harbor Town Market', 'harbormarket', 'Stalls by the water, Saturdays from 8.'],
  ['1148571029384756102', 'Harbor Lights Cinema', 'harborlights', 'Two screens and a bar.'],
  ['1157102938475610293', 'Trail Notes', 'trailnotes', 'Walks you can do before dinner.'],
  ['1166102938475610294', 'Outdoor Repair Club', 'outdoorrepair', 'Mend it, do not bin it.'],
  ['1175610293847561029', 'Alpine Hut Guide', 'alpinehuts', 'Which huts are open.'],
  ['1184756102938475610', 'Rye & Shine', 'ryeandshine', 'A newsletter about bread.'],
  ['1193847561029384756', 'Bakers United', 'bakersunited', 'Recipes, tools and early mornings.'],
  ['1202938475610293847', 'Mara Lindqvist', 'maralindqvist', 'Food photographer.'],
  ['1210293847561029384', 'Tom Okafor', 'tomokafor', 'Writes about small shops.'],
  ['1229384756102938475', 'Priya Nair', 'priyanair_', 'Cyclist, tea drinker.'],
].map(([id = '', name = '', username = '', about = '']) => ({ id, name, username, about }))

/** All users of the sandbox's X, the demo accounts first. */
export function listUsers(store: Store): DirectoryUser[] {
  const accounts = listAccounts(store).filter(({ network }) => network === 'twitter')
  const brands = accounts.map(({ id, name, handle, about, logo }) => ({
    id,
    name,
    username: handle,
    about,
    logo,
  }))
  return [...brands, ...others]
}
