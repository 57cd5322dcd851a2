const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s/_-]+/g, ' ')
    .trim()

/** Whether a zone is meant by what was typed, however its parts are put together: `europe/vienna`, `New_York`, `Europe - Vienna`. */
export const isZoneFound = (label: string, typed: string): boolean => plain(label).includes(plain(typed))
