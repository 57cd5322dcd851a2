import { countText } from '#domain/kernel/count-text.ts'
import { type Setting, settingValue } from '#domain/permissions/settings.ts'

/** How many minutes a project may want between two posts of an account. */
export const postGapChoices = ['15', '30', '60', '120', '180', '240', '360', '720', '1440'] as const

/** The minutes that should be between two posts of an account; 0: the project wants none (docs/product/posts.md "Second look"). */
export const postGapMinutesOf = (settings: readonly Setting[]): number =>
  Number(settingValue(settings, 'post-gap-minutes') ?? '')

/** `30 minutes`, `1 hour`, `12 hours`. */
export const gapText = (minutes: number): string =>
  minutes < 60 ? `${minutes} minutes` : countText(minutes / 60, 'hour')
