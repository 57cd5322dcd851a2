import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { StoredStatus } from '#domain/posts/status.ts'

/** A demo post: `day` counts from today; `hues` colours its drawn photo (none: text only). */
export type DemoPost = {
  readonly day: number
  readonly time: string
  readonly status: StoredStatus
  readonly networks: readonly SocialNetwork[]
  readonly type: PostType
  readonly message: string
  readonly photo?: { readonly hue: number; readonly motif: 'cup' | 'hills' | 'waves' | 'sun' }
  readonly isAutoposting?: boolean
}

const allFour = ['facebook', 'instagram', 'linkedin', 'twitter'] as const
const three = ['facebook', 'instagram', 'linkedin'] as const

/**
 * A month in the life of a coffee roaster, with every state that can be shown without real accounts. No text names a weekday or a season,
 * and the posts that wait for the same people are on one day, so that the demo is the same on every date.
 */
export const harborPosts: readonly DemoPost[] = [
  {
    day: -9,
    time: '09:00',
    status: 'live',
    networks: three,
    type: 'single_photo',
    message:
      'New on the shelf: Quiet Harbor, our winter blend. Plum, cocoa, a long soft finish. #coffee #winterblend',
    photo: { hue: 18, motif: 'cup' },
  },
  {
    day: -5,
    time: '17:30',
    status: 'live',
    networks: ['facebook', 'linkedin'],
    type: 'text',
    message:
      'We are hiring a roastery assistant. Early mornings, good people, free coffee. Write to us before the end of the month.',
  },
  {
    day: -2,
    time: '11:15',
    status: 'live',
    networks: ['instagram', 'facebook'],
    type: 'single_photo',
    message: 'Sunrise over the pier, first batch in the drum. #behindthescenes',
    photo: { hue: 32, motif: 'sun' },
  },
  {
    day: 1,
    time: '10:00',
    status: 'approved',
    networks: three,
    type: 'single_photo',
    message:
      'Open cupping, 10 am at the roastery. Twelve seats, three new lots from Huila. Save yours. #cupping',
    photo: { hue: 12, motif: 'cup' },
  },
  {
    day: 2,
    time: '18:00',
    status: 'pending_external_approval',
    networks: ['facebook', 'instagram'],
    type: 'single_photo',
    message: 'Slow evening: the long filter, the window seat, nothing to answer. #slowcoffee',
    photo: { hue: 196, motif: 'waves' },
  },
  {
    day: 2,
    time: '09:30',
    status: 'pending_external_approval',
    networks: three,
    type: 'single_photo',
    message:
      'From the farm: Doña Marta has finished the harvest in Huila. Her first letter of the season is on our site.',
    photo: { hue: 128, motif: 'hills' },
  },
  {
    day: 4,
    time: '12:00',
    status: 'pending_internal_approval',
    networks: ['linkedin', 'facebook'],
    type: 'text',
    message:
      'Our packaging is now fully home-compostable. What we learned on the way, and what it cost, in one honest page.',
  },
  {
    day: 4,
    time: '16:00',
    status: 'pending_internal_approval',
    networks: ['instagram'],
    type: 'single_photo',
    message: 'Guess the origin. Answer in the comments, a bag for the first three. #guesstheorigin',
    photo: { hue: 262, motif: 'hills' },
  },
  {
    day: 6,
    time: '11:00',
    status: 'draft',
    networks: allFour,
    type: 'text',
    message: 'A sale without the noise: 15 % off all subscriptions, one day, no countdown.',
  },
  {
    day: 8,
    time: '09:00',
    status: 'draft',
    networks: ['facebook', 'instagram'],
    type: 'single_photo',
    message: 'Tasting calendar for people who cannot choose. 24 small bags, one good surprise.',
    photo: { hue: 350, motif: 'cup' },
  },
  {
    day: 9,
    time: '20:00',
    status: 'scheduled',
    networks: ['facebook', 'linkedin'],
    type: 'text',
    message: 'The roastery is open until 9 pm tonight. Come in from the cold.',
  },
  {
    day: 12,
    time: '10:30',
    status: 'approved',
    networks: ['instagram'],
    type: 'single_photo',
    isAutoposting: false,
    message: 'A quiet corner for a loud week. #coffeebreak',
    photo: { hue: 210, motif: 'waves' },
  },
]

/** A second brand, so that there is another project to switch to. */
export const northwindPosts: readonly DemoPost[] = [
  {
    day: -3,
    time: '08:00',
    status: 'live',
    networks: three,
    type: 'single_photo',
    message: 'Frost on the ridge, forty minutes before the bus. Worth it. #northwind',
    photo: { hue: 204, motif: 'hills' },
  },
  {
    day: 2,
    time: '07:30',
    status: 'approved',
    networks: ['facebook', 'instagram'],
    type: 'single_photo',
    message: 'The 28-litre pack is back in moss green. Same back panel, quieter buckles.',
    photo: { hue: 140, motif: 'hills' },
  },
  {
    day: 7,
    time: '18:30',
    status: 'draft',
    networks: ['linkedin'],
    type: 'text',
    message: 'Repairs month: send us any Northwind pack, however old, and we mend it for the postage.',
  },
]

export const harborLabels: readonly { text: string; color: string; from: number; to: number }[] = [
  { text: 'Winter blend launch', color: '#2f7d5b', from: -9, to: -7 },
  { text: 'Sale', color: '#d94f4f', from: 6, to: 6 },
  { text: 'Tasting calendar', color: '#f2c14e', from: 10, to: 13 },
]

export const harborPools: readonly { pool_name: string; hashtags: string }[] = [
  {
    pool_name: 'Coffee moments',
    hashtags: '#coffee #specialtycoffee #coffeetime #filtercoffee #roastery #harborcoffee #slowmornings',
  },
]
