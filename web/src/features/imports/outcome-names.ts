import type { ImportRow } from '#domain/imports/contract.ts'

/** What became of a row, in words. */
export const outcomeNames: Readonly<Record<Exclude<ImportRow['outcome'], null>, string>> = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  refused: 'Not imported',
  left_out: 'Left out',
}
