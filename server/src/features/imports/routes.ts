import { MAX_ARCHIVE_BYTES } from '#domain/archives/limits.ts'
import * as contract from '#domain/imports/contract.ts'
import { MAX_IMPORT_BYTES, MAX_ZIP_BYTES } from '#domain/imports/limits.ts'
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
    maxFileBytes: MAX_IMPORT_BYTES,
    ownTransactions: true,
  }),
  projectRoute(contract.uploadArchive, uploadArchive, {
    maxFileBytes: MAX_ARCHIVE_BYTES,
    ownTransactions: true,
  }),
  projectRoute(contract.mapImport, mapImport),
  projectRoute(contract.addImportPictures, addImportPictures, {
    maxFileBytes: MAX_ZIP_BYTES,
    ownTransactions: true,
  }),
  projectRoute(contract.getImport, getImport),
  projectRoute(contract.startImport, startImport),
  projectRoute(contract.undoImport, undoImport),
]
