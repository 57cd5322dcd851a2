import type { PostImport } from '#domain/imports/contract.ts'

/** A row of a table may be anything; what an export has are posts. */
export const rowName = ({ archive }: Pick<PostImport, 'archive'>): string => (archive ? 'post' : 'row')

/** `1 row`, `12 posts`. */
export const countOfRows = (found: Pick<PostImport, 'archive'>, count: number): string =>
  `${count} ${rowName(found)}${count === 1 ? '' : 's'}`
