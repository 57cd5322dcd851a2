import type { SocialNetwork } from './model.ts'

/** The two columns of the limits of videos: `document` as the specification says them, `current` as the networks take them today. */
export const mediaLimits = ['document', 'current'] as const
export type MediaLimits = (typeof mediaLimits)[number]

/** Bytes and seconds. `maxShortSeconds`: in stories and carousels, where they differ. */
export type VideoLimits = { maxBytes: number; maxSeconds: number; maxShortSeconds: number }

const same = (maxBytes: number, maxSeconds: number): VideoLimits => ({
  maxBytes,
  maxSeconds,
  maxShortSeconds: maxSeconds,
})

/** Where sources of today disagree, the smaller number: what is green while writing must be taken. (docs/product/networks.md "Media limits") */
export const videoLimits: Readonly<Record<SocialNetwork, Readonly<Record<MediaLimits, VideoLimits>>>> = {
  facebook: { document: same(1_024_000_000, 1200), current: same(2_000_000_000, 2400) },
  instagram: {
    document: { maxBytes: 4_096_000_000, maxSeconds: 60, maxShortSeconds: 15 },
    current: { maxBytes: 300_000_000, maxSeconds: 900, maxShortSeconds: 60 },
  },
  linkedin: { document: same(5_120_000_000, 600), current: same(500_000_000, 1800) },
  twitter: { document: same(15_000_000, 140), current: same(512_000_000, 140) },
}

/** A video must be smaller than this, even if the network accepts larger ones. (docs/product/media.md "Limits") */
const editorVideoCaps: Readonly<Record<MediaLimits, number>> = {
  document: 200_000_000,
  current: 512_000_000,
}

let chosen: MediaLimits = 'document'

/** Which limits hold in this installation: said once, when a process or a page begins. (decision 114) */
export const chooseMediaLimits = (limits: MediaLimits): void => {
  chosen = limits
}

/** Which limits hold in this installation. */
export const chosenMediaLimits = (): MediaLimits => chosen

/** The limit of this installation's editor. */
export const editorVideoCapBytes = (): number => editorVideoCaps[chosen]

/** The message for a larger video. */
export const editorVideoCapText = (): string =>
  `The size of the video file must be less than ${editorVideoCapBytes() / 1_000_000} MB`

/** Whether the video is too big for the editor. */
export const isOverEditorVideoCap = (bytes: number): boolean => bytes >= editorVideoCapBytes()
