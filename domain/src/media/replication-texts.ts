import type { MediaReplicationStatus } from './status.ts'

/** What people read about the files of a clone; null: nothing (docs/product/duplicating.md "Files"). */
export const replicationTexts: Readonly<Record<MediaReplicationStatus, string | null>> = {
  'pending-duplication': 'Files are waiting to be copied',
  'in-progress': 'Files are being copied',
  duplicated: null,
  failed: 'Files could not be copied',
}
