/** Why a file is not taken, in words. */
export type Unreadable = { readonly problem: string }

export const notATable: Unreadable = {
  problem: 'This file could not be read as a table. Save it as CSV (UTF-8) or XLSX and try again.',
}
