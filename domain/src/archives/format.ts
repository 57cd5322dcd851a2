/** What `project.json` says that it is. (docs/product/project-export.md "The format") */
export const archiveFormat = { format: 'galley-project', version: 1 } as const

/** How long an export can be downloaded. */
export const ARCHIVE_KEPT_DAYS = 7

/** By the types that the media library takes; a name that somebody has chosen is never a path in a zip. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
}

/** Where a media file is in the zip: the same file once, however often it was uploaded. */
export const archivedPath = (sha256: string, contentType: string): string =>
  `media/${sha256}.${extensions[contentType] ?? 'bin'}`

/** The name under which a browser saves the export, from any project's name. */
export const archiveName = (projectName: string, day: string): string => {
  const plain = projectName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${plain || 'project'}-${day}.zip`
}
