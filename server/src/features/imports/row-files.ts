import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import { type ArchivedFiles, noArchivedFiles, storeArchived } from './archived-files.ts'
import { fetchPictures, type OpenZip, type Picture, type Problem } from './fetch-pictures.ts'

/** The files of a row, stored in the project. */
export type RowFiles = { readonly pictures: readonly Picture[]; readonly archived: ArchivedFiles }

export const noFiles: RowFiles = { pictures: [], archived: noArchivedFiles }

export const fetchFiles = async (
  call: ScopedContext,
  { draft }: Pick<Row<'import_rows'>, 'draft'>,
  openZip: OpenZip,
): Promise<RowFiles | Problem> => {
  const fetched = draft.archived
    ? await storeArchived(call, draft, openZip)
    : await fetchPictures(call, draft.media, openZip)
  return 'problem' in fetched ? fetched : { ...noFiles, ...fetched }
}
