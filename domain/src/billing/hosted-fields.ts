/** What a browser needs for the gateway's own card fields (docs/product/billing.md "Gateway’s own fields"). */
export type HostedFields = {
  /** Address of the gateway's script. */
  readonly script: string
  /** The publishable key: it can make a card known to the gateway and nothing else. */
  readonly key: string
}

const cardPages = /^\/(add-card|billing|create-agency)(\/|$)/

/** Whether a card can be entered on the page: on these pages alone the gateway's script may run. */
export const isCardPage = (path: string): boolean => cardPages.test(path)
