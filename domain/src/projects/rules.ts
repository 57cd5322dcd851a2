/** The IANA zones a project may be in (document 3 "Limits"), as `GET /global-options/timezones` answers them. */
export const timezones: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']),
].sort()

/**
 * Whether a zone exists: those of the list, and their other names, as a browser may call Asia/Calcutta Asia/Kolkata. No bare offset: it
 * knows no summer time.
 */
export const isTimezone = (zone: string): boolean => {
  if (timezones.includes(zone)) return true
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** What is wrong with a project's name, in the document's words, or null (document 1 section 5; the bounds by section 9). */
export const projectNameProblem = (text: string): string | null => {
  const letters = [...text.trim().normalize('NFC')].length
  if (letters === 0) return 'Project name is required'
  return letters < 3 || letters > 255 ? 'Please enter a project name between 3 and 255 characters' : null
}
