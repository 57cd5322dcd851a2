import { type Setting, settingValue } from '#domain/permissions/settings.ts'

/** How many days a personal approval link lasts unless the project sets another number. */
export const LINK_DAYS = 30

/** The days after which a link of this project ends. (docs/product/approval-links.md "How long it lasts") */
export const linkDays = (settings: readonly Setting[]): number =>
  Number(settingValue(settings, 'approval-link-days')) || LINK_DAYS

/** Posts that a link shows at once; the next ones come when these are decided. */
export const LINK_POSTS = 100

/** The minutes for which a code that confirms a device can be used, and how often one may be tried with a link in a day. */
export const codeLimits = { minutes: 10, triesPerDay: 10, mailsPerHour: 5 } as const

/** An address as somebody sees it who may not be its owner: `c•••@harborcoffee.example`. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(1, at))}•••${email.slice(at)}`
}

/** Questions that a person asks by link in an hour, in one project. */
export const QUESTIONS_PER_HOUR = 60
