import type { BinKind } from '#domain/bin/bin.ts'

/** The words of each kind: its tab, and one and many of them in a sentence. */
export const kindWords: Readonly<
  Record<BinKind, { readonly tab: string; readonly one: string; readonly many: string }>
> = {
  post: { tab: 'Posts', one: 'post', many: 'posts' },
  day_label: { tab: 'Labels', one: 'label', many: 'labels' },
  campaign: { tab: 'Campaigns', one: 'campaign', many: 'campaigns' },
  hashtag_pool: { tab: 'Hashtag Pools', one: 'hashtag pool', many: 'hashtag pools' },
  media: { tab: 'Media', one: 'file', many: 'files' },
}

/** `1 post`, `3 posts`. */
export const countOf = (kind: BinKind, count: number): string =>
  `${count} ${count === 1 ? kindWords[kind].one : kindWords[kind].many}`
