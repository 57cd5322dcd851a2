import { ARCHIVE_BYTES_MAX } from '#domain/archives/limits.ts'
import * as contract from '#domain/imports/contract.ts'
import { IMPORT_BYTES_MAX, ZIP_BYTES_MAX } from '#domain/imports/limits.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { addImportPictures } from './add-import-pictures.ts'
import { getImport } from './get-import.ts'
import { mapImport } from './map-import.ts'
import { startImport } from './start-import.ts'
import { undoImport } from './undo-import.ts'
import { uploadArchive } from './upload-archive.ts'
import { uploadImport } from './upload-import.ts'

export const importRoutes: readonly Route[] = [
  projectRoute(contract.uploadImport, uploadImport, {
    maxFileBytes: IMPORT_BYTES_MAX,
    ownTransactions: true,
  }),
  projectRoute(contract.uploadArchive, uploadArchive, {
    maxFileBytes: ARCHIVE_BYTES_MAX,
    ownTransactions: true,
  }),
  projectRoute(contract.mapImport, mapImport),
  projectRoute(contract.addImportPictures, addImportPictures, {
    maxFileBytes: ZIP_BYTES_MAX,
    ownTransactions: true,
  }),
  projectRoute(contract.getImport, getImport),
  projectRoute(contract.startImport, startImport),
  projectRoute(contract.undoImport, undoImport),
]
