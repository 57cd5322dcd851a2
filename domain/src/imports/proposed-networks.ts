import { allowedTypes } from '#domain/networks/media-rules.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { ImportMapping } from './columns.ts'
import { cellsOf, readType } from './rows.ts'

/**
 * The networks that a table without a column of networks begins with: the connected ones that take a post of each of its kinds, a text, a
 * link or a picture. They are shown, and can be chosen otherwise. (docs/product/imports.md "What is asked")
 */
export const proposedNetworks = (
  rows: readonly { readonly cells: readonly string[] }[],
  mapping: ImportMapping,
  connected: readonly SocialNetwork[],
): SocialNetwork[] => {
  const kinds = new Set(rows.map(row => readType(cellsOf(row, mapping), [], { problems: [], notices: [] })))
  return connected.filter(network => [...kinds].every(kind => allowedTypes([network]).includes(kind)))
}
