/** What the page says, where the product keeps to it, and where the sandbox refuses: `file: text in it`, or `because: why nobody has to`. */
export type NumberRule = readonly [says: string, product: string, sandbox: string]

/** By page and heading; a heading with words instead has no numbers that are rules, because of them. */
export type NumberRules = Readonly<Record<string, Readonly<Record<string, string | readonly NumberRule[]>>>>

export const domain = 'domain/src/networks'
export const server = 'server/src/networks'
export const sandbox = 'sandbox/src'
export const decoders = `${sandbox}/platform/video-refusals.ts`
export const limits = `${domain}/media-limits.ts`

export const code = 'because: it is a code or a status'
export const ours = 'because: it is a limit of the product, not of the network'
export const shown = 'because: it says how something is shown, which nobody refuses'
export const fromNetwork = 'because: the network says it, and Galley reads it each time'
export const never = 'because: Galley never comes near it'
