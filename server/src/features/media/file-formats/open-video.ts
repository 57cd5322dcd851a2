/** Whether the system could not read or write a file, unlike a parser that did not understand it. */
export const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/**
 * Files that contain their video. No playlist (HLS): it names other files and addresses, and reading it would open whatever a stranger wrote
 * into it, on our disk too. Loaded with the first video: its library takes 8 MB.
 */
export const openVideo = async (path: string) => {
  const { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } = await import('mediabunny')
  return new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new FilePathSource(path) })
}
