const removedControls = /[^\P{Cc}\t\n\v\f\r\u0085]/gu

/** How many characters `plainLines` (`text.ts`) takes out of this text without putting a line break in their place. */
export const countRemoved = (text: string): number => text.match(removedControls)?.length ?? 0

/** What a person is told when characters were taken out of what they wrote or imported. */
export const charactersRemovedText =
  "Invisible characters that networks don't accept were removed from the text."
