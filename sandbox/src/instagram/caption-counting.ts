/** Letters of all scripts, digits, underscore and emoji (since 2015) can begin a hashtag; joined ones (`#a#b`) are taken for two. */
const beginsTag = (character: string | undefined): boolean =>
  character !== undefined &&
  (/^[\p{Letter}\p{Number}_]$/u.test(character) ||
    (/^\p{Emoji}$/u.test(character) && !/^[#*]$/.test(character)))

/** User names begin with a Latin letter, a digit or an underscore, never with a dot. */
const beginsName = (character: string | undefined): boolean =>
  character !== undefined && /^[A-Za-z0-9_]$/.test(character)

/** How many hashtags and mentions Instagram finds in a caption, repeated ones included. */
export function countsOf(caption: string): { readonly hashtags: number; readonly mentions: number } {
  const characters = [...caption]
  const followedBy = (signs: string, begins: typeof beginsTag) =>
    characters.filter((character, index) => signs.includes(character) && begins(characters[index + 1])).length
  return { hashtags: followedBy('#＃', beginsTag), mentions: followedBy('@', beginsName) }
}
